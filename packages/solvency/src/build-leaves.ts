import { createHash } from 'node:crypto';
import type { Random, UserId } from '@glasspool/core';
import {
  BLOCK_LEAVES,
  blockRoot,
  createLeafKeys,
  encodeNode,
  NODE_BYTES,
  type Sha256,
  type Sums,
  shuffle,
  splitBalance,
  TreeBuilder,
  type TreeNode,
  writeLeaf,
} from '@glasspool/proof';
import type { Liability } from './read-liabilities.ts';

/** Number of leaves that are written at a time. */
const LEAVES_PER_CHUNK = 4 * BLOCK_LEAVES;
const KEY_BYTES = 32;
const ID_BYTES = 30;
const GROWTH = 2;
const FIRST_CAPACITY = 1_024;

export interface LeafOptions {
  readonly snapshotNumber: number;
  readonly random: Random;
  readonly computeNonce: (userId: UserId) => Uint8Array;
  /** Faster SHA-256 than the portable one, if there is one. */
  readonly hash?: Sha256 | undefined;
}

/** Facts of the leaf file once it is complete. */
export interface WrittenLeaves {
  readonly root: TreeNode;
  readonly digest: Uint8Array;
  /** The roots of the blocks of leaves, encoded. */
  readonly blocks: readonly Uint8Array[];
}

type Numbers = Uint32Array<ArrayBuffer>;

interface Columns {
  /** Index of the user, doubled, plus one when the part is in TRX. No part has two currencies. */
  owner: Numbers;
  amount: BigUint64Array<ArrayBuffer>;
}

/**
 * Leaves of a snapshot. Every liability is split at random, the parts are shuffled, and each part is blinded with its owner's key
 * (docs/proof-of-solvency.md). The parts are kept as columns of numbers, so that a million users fit into memory. The leaves themselves are
 * only written in pieces.
 */
export class LeafFile {
  readonly #options: LeafOptions;
  readonly #toKey: ReturnType<typeof createLeafKeys>;
  #columns: Columns = newColumns(FIRST_CAPACITY);
  #keys = new Uint8Array(FIRST_CAPACITY * KEY_BYTES);
  #ids = new Uint8Array(FIRST_CAPACITY * ID_BYTES);
  /** Index of each user's first part. Before the shuffle, the parts of a user are side by side. */
  #starts = new Uint32Array(FIRST_CAPACITY);
  #users = 0;
  #parts = 0;
  #positions = new Uint32Array();

  constructor(options: LeafOptions) {
    this.#options = options;
    this.#toKey = createLeafKeys(options.snapshotNumber, options.hash);
  }

  /** Number of users with a leaf. */
  get userCount(): number {
    return this.#users;
  }

  get leafCount(): number {
    return this.#parts;
  }

  /** Positions of a user's leaves and their sums, by the user's index in the order of `add`. Known after `write`. */
  partsOf(user: number): { positions: number[]; usdt: bigint; trx: bigint } {
    const [start, end] = [this.#starts[user] ?? 0, this.#starts[user + 1] ?? this.#parts];
    let [usdt, trx] = [0n, 0n];
    for (let part = start; part < end; part += 1) {
      const leaf = this.#partAt(part);
      usdt += leaf.usdt;
      trx += leaf.trx;
    }
    return { positions: [...this.#positions.subarray(start, end)], usdt, trx };
  }

  /** Id of a user, by index in the order of `add`. */
  userAt(user: number): string {
    return new TextDecoder().decode(this.#ids.subarray(user * ID_BYTES, (user + 1) * ID_BYTES)).trimEnd();
  }

  /** Writes the leaf file in pieces. After the last piece, calls `finish` with the root and the digest of the file. */
  *write(finish: (result: WrittenLeaves) => void): Generator<Uint8Array> {
    const { random } = this.#options;
    this.#starts = grown(this.#starts, this.#users + 1);
    this.#starts[this.#users] = this.#parts;
    const order = new Uint32Array(this.#parts);
    for (let index = 0; index < order.length; index += 1) order[index] = index;
    shuffle(order, random);
    this.#positions = new Uint32Array(this.#parts);
    const hasher = createHash('sha256');
    // Each block of leaves is a tree of its own. The roots of the blocks are the leaves of the tree above.
    const above = new TreeBuilder();
    const blocks: Uint8Array[] = [];
    let block = new TreeBuilder();
    const closeBlock = (): void => {
      const root = blockRoot(block);
      above.push(root);
      blocks.push(encodeNode(root));
      block = new TreeBuilder();
    };
    for (let start = 0; start < order.length; start += LEAVES_PER_CHUNK) {
      const parts = order.subarray(start, start + LEAVES_PER_CHUNK);
      const chunk = new Uint8Array(parts.length * NODE_BYTES);
      const view = new DataView(chunk.buffer);
      for (let offset = 0; offset < parts.length; offset += 1) {
        const part = parts[offset] ?? 0;
        const position = start + offset;
        const { user, usdt, trx } = this.#partAt(part);
        const key = this.#keys.subarray(user * KEY_BYTES, (user + 1) * KEY_BYTES);
        writeLeaf(view, offset * NODE_BYTES, { key, usdt, trx, position });
        this.#positions[part] = position;
        if (block.leafCount === BLOCK_LEAVES) closeBlock();
        block.pushEncoded(view, offset * NODE_BYTES);
      }
      hasher.update(chunk);
      yield chunk;
    }
    // A single block is a tree that is only as deep as its leaves need.
    const alone = blocks.length === 0 ? block.finish() : undefined;
    if (block.leafCount > 0) closeBlock();
    finish({ root: alone ?? above.finish(), digest: hasher.digest(), blocks });
  }

  #partAt(part: number): Sums & { user: number } {
    const owner = this.#columns.owner[part] ?? 0;
    const amount = this.#columns.amount[part] ?? 0n;
    const user = owner >>> 1;
    return owner % 2 === 0 ? { user, usdt: amount, trx: 0n } : { user, usdt: 0n, trx: amount };
  }

  /** Splits the liability to a user into leaves. */
  add(liability: Liability): void {
    const { computeNonce, random } = this.#options;
    const { userId, email } = liability;
    const user = this.#users;
    if (user + 1 >= this.#starts.length) {
      this.#starts = grown(this.#starts, this.#starts.length * GROWTH);
      this.#keys = new Uint8Array(this.#keys.buffer.transfer(this.#keys.length * GROWTH));
      this.#ids = new Uint8Array(this.#ids.buffer.transfer(this.#ids.length * GROWTH));
    }
    this.#starts[user] = this.#parts;
    new TextEncoder().encodeInto(userId.padEnd(ID_BYTES), this.#ids.subarray(user * ID_BYTES));
    this.#keys.set(this.#toKey({ nonce: computeNonce(userId), email }), user * KEY_BYTES);
    for (const part of splitBalance(liability, random)) {
      if (this.#parts >= this.#columns.owner.length)
        this.#columns = grownColumns(this.#columns, this.#columns.owner.length * GROWTH);
      this.#columns.owner[this.#parts] = 2 * user + (part.trx > 0n ? 1 : 0);
      this.#columns.amount[this.#parts] = part.usdt + part.trx;
      this.#parts += 1;
    }
    this.#users += 1;
  }
}

function newColumns(length: number): Columns {
  return {
    owner: new Uint32Array(length),
    amount: new BigUint64Array(length),
  };
}

function grownColumns({ owner, amount }: Columns, length: number): Columns {
  return {
    owner: grown(owner, length),
    amount: new BigUint64Array(amount.buffer.transfer(length * amount.BYTES_PER_ELEMENT)),
  };
}

/** Transfers the memory instead of copying it: the old and the new array never exist together. */
function grown(old: Numbers, length: number): Numbers {
  return new Uint32Array(old.buffer.transfer(length * old.BYTES_PER_ELEMENT));
}
