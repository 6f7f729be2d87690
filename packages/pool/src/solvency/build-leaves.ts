import type { Random, UserId } from '@glasspool/core';
import {
  BLOCK_LEAVES,
  blockRoot,
  createHasher,
  createLeafKeys,
  encodeNode,
  leafDigest,
  NODE_BYTES,
  type Sha256,
  shuffle,
  splitBalance,
  TreeBuilder,
  type TreeNode,
  writeNode,
} from '@glasspool/core/solvency';
import type { Liability } from './read-liabilities.ts';

/** Leaves are written in pieces of so many. */
const LEAVES_A_CHUNK = 4 * BLOCK_LEAVES;
const KEY_BYTES = 32;
const GROWTH = 2;
const FIRST_CAPACITY = 1_024;

export interface LeafOptions {
  readonly snapshotNumber: number;
  readonly random: Random;
  readonly nonceOf: (userId: UserId) => Uint8Array;
  /** A faster SHA-256 than the portable one, where there is one. */
  readonly hash?: Sha256 | undefined;
}

/** What is known of the leaf file once all of it is made. */
export interface WrittenLeaves {
  readonly root: TreeNode;
  readonly digest: Uint8Array;
  /** The roots of the blocks of leaves, encoded. */
  readonly blocks: readonly Uint8Array[];
}

interface Columns {
  owner: Uint32Array;
  usdt: BigUint64Array;
  trx: BigUint64Array;
}

/**
 * The leaves of a snapshot: every liability is split at random, the parts are shuffled, and each is blinded with its owner's key
 * (solvency.md 3). What is kept is columns of numbers, so that a million users fit; the leaves themselves come in pieces.
 */
export class LeafFile {
  readonly #options: LeafOptions;
  readonly #keyOf: ReturnType<typeof createLeafKeys>;
  #columns: Columns = newColumns(FIRST_CAPACITY);
  #keys = new Uint8Array(FIRST_CAPACITY * KEY_BYTES);
  /** Before the shuffle the parts of a user are side by side, from here on. */
  #starts = new Uint32Array(FIRST_CAPACITY);
  #users = 0;
  #parts = 0;
  #positions = new Uint32Array();

  constructor(liabilities: Iterable<Liability>, options: LeafOptions) {
    this.#options = options;
    this.#keyOf = createLeafKeys(options.snapshotNumber, options.hash);
    for (const liability of liabilities) this.#add(liability);
    this.#starts = grown(this.#starts, this.#users + 1);
    this.#starts[this.#users] = this.#parts;
  }

  get leafCount(): number {
    return this.#parts;
  }

  /** Where the leaves of the user are that came at this place; known once `write` has run. */
  positionsOf(user: number): number[] {
    return [...this.#positions.subarray(this.#starts[user], this.#starts[user + 1])];
  }

  /** The leaf file in pieces; when the last has been taken, `finish` is called with the root and the file's digest. */
  *write(finish: (result: WrittenLeaves) => void): Generator<Uint8Array> {
    const { hash, random } = this.#options;
    const order = Uint32Array.from({ length: this.#parts }, (_, index) => index);
    shuffle(order, random);
    this.#positions = new Uint32Array(this.#parts);
    const hasher = createHasher();
    // Blocks of leaves are added up by themselves, and their roots are the leaves of what is above them.
    const above = new TreeBuilder(hash);
    const blocks: Uint8Array[] = [];
    let block: TreeNode[] = [];
    const closeBlock = (): void => {
      const root = blockRoot(block, hash);
      above.push(root);
      blocks.push(encodeNode(root));
      block = [];
    };
    for (let start = 0; start < order.length; start += LEAVES_A_CHUNK) {
      const parts = order.subarray(start, start + LEAVES_A_CHUNK);
      const chunk = new Uint8Array(parts.length * NODE_BYTES);
      for (const [offset, part] of parts.entries()) {
        const leaf = this.#leafAt(part, start + offset);
        this.#positions[part] = start + offset;
        if (block.length === BLOCK_LEAVES) closeBlock();
        block.push(leaf);
        writeNode(chunk, offset * NODE_BYTES, leaf);
      }
      hasher.update(chunk);
      yield chunk;
    }
    const root = blocks.length === 0 ? rootOf(block, hash) : undefined;
    if (block.length > 0) closeBlock();
    finish({ root: root ?? above.finish(), digest: hasher.digest(), blocks });
  }

  #leafAt(part: number, position: number): TreeNode {
    const { owner, usdt, trx } = this.#columns;
    const sums = { usdt: usdt[part] ?? 0n, trx: trx[part] ?? 0n };
    const user = owner[part] ?? 0;
    const key = this.#keys.subarray(user * KEY_BYTES, (user + 1) * KEY_BYTES);
    return { digest: leafDigest(key, { ...sums, position }, this.#options.hash), ...sums };
  }

  #add(liability: Liability): void {
    const { nonceOf, random } = this.#options;
    const { userId, email } = liability;
    const user = this.#users;
    if (user + 1 >= this.#starts.length) {
      this.#starts = grown(this.#starts, this.#starts.length * GROWTH);
      this.#keys = grown(this.#keys, this.#keys.length * GROWTH);
    }
    this.#starts[user] = this.#parts;
    this.#keys.set(this.#keyOf({ nonce: nonceOf(userId), email }), user * KEY_BYTES);
    for (const part of splitBalance(liability, random)) {
      if (this.#parts >= this.#columns.owner.length)
        this.#columns = grownColumns(this.#columns, this.#columns.owner.length * GROWTH);
      this.#columns.owner[this.#parts] = user;
      this.#columns.usdt[this.#parts] = part.usdt;
      this.#columns.trx[this.#parts] = part.trx;
      this.#parts += 1;
    }
    this.#users += 1;
  }
}

/** A tree of one block is as deep as its leaves are many. */
function rootOf(leaves: readonly TreeNode[], hash: Sha256 | undefined): TreeNode {
  const tree = new TreeBuilder(hash);
  for (const leaf of leaves) tree.push(leaf);
  return tree.finish();
}

function newColumns(length: number): Columns {
  return {
    owner: new Uint32Array(length),
    usdt: new BigUint64Array(length),
    trx: new BigUint64Array(length),
  };
}

function grownColumns({ owner, usdt, trx }: Columns, length: number): Columns {
  const columns = newColumns(length);
  columns.owner.set(owner);
  columns.usdt.set(usdt);
  columns.trx.set(trx);
  return columns;
}

function grown<Numbers extends Uint8Array | Uint32Array>(old: Numbers, length: number): Numbers {
  const bytes = new Uint8Array(length * old.BYTES_PER_ELEMENT);
  bytes.set(new Uint8Array(old.buffer, old.byteOffset, Math.min(old.byteLength, bytes.length)));
  // The same kind of array over the larger buffer.
  return Reflect.construct(old.constructor, [bytes.buffer]) as Numbers;
}
