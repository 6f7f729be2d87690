import { ByteReader, ByteWriter, FormatError } from './bytes.ts';
import { createPaddedMessage, hmacSha256, type Sha256, sha256, writePaddedDigest } from './hash.ts';

/** Sums of liabilities per currency, of one owner or one node; unsigned 64-bit micro-units. */
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

/** Owner of leaves. The email is as stored, in lower case. */
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
  // Refilled for each owner; UTF-8 takes at most three bytes for a unit of a string.
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

/** The key of a user's leaves in one snapshot: no other email makes the same one. */
export function leafKey(
  { snapshotNumber, ...owner }: LeafOwner & { snapshotNumber: number },
  hash: Sha256 = sha256,
): Uint8Array {
  return createLeafKeys(snapshotNumber, hash)(owner);
}

const KEY_AT = 1;
const USDT_AT = KEY_AT + DIGEST_BYTES;
const TRX_AT = USDT_AT + 8;
const POSITION_AT = TRX_AT + 8;
/** Input of the hash of a leaf, refilled for each: the domain, the key, both amounts, the position. */
const leafMessage = createPaddedMessage(POSITION_AT + 4);
leafMessage.setUint8(0, LEAF_DOMAIN);
const leafBytes = new Uint8Array(leafMessage.buffer);

/**
 * Writes a leaf as it stands in the leaf file: its digest and both amounts. The digest binds amounts and position to the key: a commitment
 * that the key of 32 bytes opens, in one block of SHA-256.
 */
export function writeLeaf(
  target: DataView,
  at: number,
  { key, usdt, trx, position }: Sums & { readonly key: Uint8Array; readonly position: number },
): void {
  if (key.length !== DIGEST_BYTES) throw new FormatError(`A key of leaves has ${key.length} bytes.`);
  leafBytes.set(key, KEY_AT);
  setU64(leafMessage, USDT_AT, usdt);
  setU64(leafMessage, TRX_AT, trx);
  leafMessage.setUint32(POSITION_AT, position);
  writePaddedDigest(leafMessage, target, at);
  setU64(target, at + DIGEST_BYTES, usdt);
  setU64(target, at + DIGEST_BYTES + 8, trx);
}

/** Digest of a leaf alone. */
export function leafDigest(key: Uint8Array, leaf: Sums & { position: number }): Uint8Array {
  const bytes = new Uint8Array(NODE_BYTES);
  writeLeaf(new DataView(bytes.buffer), 0, { key, ...leaf });
  return bytes.slice(0, DIGEST_BYTES);
}

/** Writes a number that must be an unsigned 64-bit integer; the view alone would cut it off. */
function setU64(view: DataView, at: number, value: bigint): void {
  if (value < 0n || value > U64_MAX) throw new FormatError(`${value} is not an unsigned 64-bit integer.`);
  view.setBigUint64(at, value);
}

const U64_MAX = 2n ** 64n - 1n;

export function encodeNode({ digest, usdt, trx }: TreeNode): Uint8Array {
  const bytes = new Uint8Array(NODE_BYTES);
  bytes.set(digest);
  const view = new DataView(bytes.buffer);
  setU64(view, DIGEST_BYTES, usdt);
  setU64(view, DIGEST_BYTES + 8, trx);
  return bytes;
}

export function decodeNode(bytes: Uint8Array): TreeNode {
  const reader = new ByteReader(bytes);
  const node = { digest: reader.bytes(DIGEST_BYTES), usdt: reader.u64(), trx: reader.u64() };
  reader.end();
  return node;
}
