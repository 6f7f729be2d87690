import { ByteReader, ByteWriter, FormatError } from './bytes.ts';
import { hmacSha256, type Sha256, sha256 } from './hash.ts';

/** What somebody is owed, or a node's sum, per currency; unsigned 64-bit micro-units. */
export interface Sums {
  readonly usdt: bigint;
  readonly trx: bigint;
}

/** A node of the tree: a leaf, or two children. */
export interface TreeNode extends Sums {
  readonly digest: Uint8Array;
}

export const DIGEST_BYTES = 32;
/** Digest and two sums: a line of the leaf file, and a step of a path. */
export const NODE_BYTES = DIGEST_BYTES + 16;
const LEAF_KEY_LABEL = 'glasspool/leaf-key/v1';
const LEAF_DOMAIN = 0x00;
/** A text is preceded by its length. */
const LENGTH_BYTES = 2;

/** Who leaves belong to. The email is as stored, in lower case. */
export interface LeafOwner {
  readonly nonce: Uint8Array;
  readonly email: string;
}

/** Makes the keys of leaves in one snapshot: what all of them share is written once. */
export function createLeafKeys(
  snapshotNumber: number,
  hash: Sha256 = sha256,
): (owner: LeafOwner) => Uint8Array {
  const prefix = new ByteWriter().str(LEAF_KEY_LABEL).u64(snapshotNumber).done();
  const encoder = new TextEncoder();
  const start = prefix.length + LENGTH_BYTES;
  // Filled anew for each owner; UTF-8 takes at most three bytes for a unit of a string.
  let message = new Uint8Array(start);
  return ({ nonce, email }) => {
    if (message.length < start + 3 * email.length) {
      message = new Uint8Array(start + 3 * email.length);
      message.set(prefix);
    }
    const { written } = encoder.encodeInto(email, message.subarray(start));
    new DataView(message.buffer).setUint16(prefix.length, written);
    return hmacSha256(hash, nonce, message.subarray(0, start + written));
  };
}

/** The key of a user's leaves in one snapshot: nobody else's email makes the same one. */
export function leafKey(
  { snapshotNumber, ...owner }: LeafOwner & { snapshotNumber: number },
  hash: Sha256 = sha256,
): Uint8Array {
  return createLeafKeys(snapshotNumber, hash)(owner);
}

/** What is hashed for a leaf, filled anew for each. */
const KEY_AT = 1;
const USDT_AT = KEY_AT + DIGEST_BYTES;
const TRX_AT = USDT_AT + 8;
const POSITION_AT = TRX_AT + 8;
const leafMessage = new Uint8Array(POSITION_AT + 4);
leafMessage[0] = LEAF_DOMAIN;
const leafView = new DataView(leafMessage.buffer);

/** A leaf's digest binds its amounts and its position to the key: a commitment that the key of 32 bytes opens, in one block of SHA-256. */
export function leafDigest(
  key: Uint8Array,
  leaf: Sums & { position: number },
  hash: Sha256 = sha256,
): Uint8Array {
  if (key.length !== DIGEST_BYTES) throw new FormatError(`A key of leaves has ${key.length} bytes.`);
  leafMessage.set(key, KEY_AT);
  setU64(leafView, USDT_AT, leaf.usdt);
  setU64(leafView, TRX_AT, leaf.trx);
  leafView.setUint32(POSITION_AT, leaf.position);
  return hash(leafMessage);
}

/** Writes a number that must be an unsigned 64-bit integer; the view alone would cut it off. */
function setU64(view: DataView, at: number, value: bigint): void {
  if (value < 0n || value > U64_MAX) throw new FormatError(`${value} is no unsigned 64-bit integer.`);
  view.setBigUint64(at, value);
}

const U64_MAX = 2n ** 64n - 1n;

/** A sum of two that overflows is refused, never wrapped. */
export function addSums(one: Sums, other: Sums): Sums {
  const usdt = one.usdt + other.usdt;
  const trx = one.trx + other.trx;
  if (usdt > U64_MAX || trx > U64_MAX) throw new FormatError('A sum of the tree does not fit 64 bits.');
  return { usdt, trx };
}

/** Writes digest and sums. Who writes often into one array passes its view along. */
export function writeNode(
  target: Uint8Array,
  at: number,
  { digest, usdt, trx }: TreeNode,
  view = new DataView(target.buffer, target.byteOffset),
): void {
  target.set(digest, at);
  setU64(view, at + DIGEST_BYTES, usdt);
  setU64(view, at + DIGEST_BYTES + 8, trx);
}

export function encodeNode(node: TreeNode): Uint8Array {
  const bytes = new Uint8Array(NODE_BYTES);
  writeNode(bytes, 0, node);
  return bytes;
}

export function decodeNode(bytes: Uint8Array): TreeNode {
  const reader = new ByteReader(bytes);
  const node = { digest: reader.bytes(DIGEST_BYTES), usdt: reader.u64(), trx: reader.u64() };
  reader.end();
  return node;
}
