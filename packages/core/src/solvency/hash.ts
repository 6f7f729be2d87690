import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';

/** SHA-256. A faster one than the portable one may be passed in where there are millions of hashes. */
export type Sha256 = (message: Uint8Array) => Uint8Array;

/** One hasher, set back for every message: a tree has millions, and making each a hasher would take as long again. */
const blank = nobleSha256.create();
const work = nobleSha256.create();

export const sha256: Sha256 = (message) => {
  blank._cloneInto(work);
  return work.update(message).digest();
};

const BLOCK_BYTES = 64;
const INNER = 0x36;
const OUTER = 0x5c;

/** Filled anew in every call, which is never interrupted: there are millions, and fresh arrays would cost more than the hashes. */
const outer = new Uint8Array(BLOCK_BYTES + 32).fill(OUTER);
let inner = new Uint8Array(4 * BLOCK_BYTES).fill(INNER, 0, BLOCK_BYTES);
/** What is hashed of `inner`: messages of one kind have one length, so that it is seldom another one. */
let innerMessage = inner;
let keyLength = 0;

/** HMAC-SHA-256 (RFC 2104) out of two hashes, so that a faster hash makes it faster too. */
export function hmacSha256(hash: Sha256, key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > BLOCK_BYTES ? hash(key) : key;
  const length = BLOCK_BYTES + message.length;
  if (innerMessage.length !== length) {
    if (inner.length < length) inner = new Uint8Array(length).fill(INNER, 0, BLOCK_BYTES);
    innerMessage = inner.subarray(0, length);
    keyLength = BLOCK_BYTES;
  }
  if (keyLength > short.length) {
    inner.fill(INNER, short.length, keyLength);
    outer.fill(OUTER, short.length, keyLength);
  }
  keyLength = short.length;
  for (let index = 0; index < keyLength; index += 1) {
    const byte = short[index] ?? 0;
    inner[index] = byte ^ INNER;
    outer[index] = byte ^ OUTER;
  }
  inner.set(message, BLOCK_BYTES);
  outer.set(hash(innerMessage), BLOCK_BYTES);
  return hash(outer);
}
