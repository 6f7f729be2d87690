import { _SHA256, sha256 as nobleSha256 } from '@noble/hashes/sha2.js';

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
const DIGEST_WORDS = 8;
const WORD_BYTES = 4;
const LENGTH_BYTES = 8;
const END_OF_MESSAGE = 0x80;
const BITS_PER_BYTE = 8;

/** SHA-256 of whole blocks: the padding is the caller's, and nothing is allocated. */
class BlockHash extends _SHA256 {
  readonly #start = this.get();

  write(blocks: DataView, target: DataView, at: number): void {
    this.set(...this.#start);
    for (let offset = 0; offset < blocks.byteLength; offset += BLOCK_BYTES) this.process(blocks, offset);
    const words = this.get();
    for (let word = 0; word < DIGEST_WORDS; word += 1)
      target.setUint32(at + WORD_BYTES * word, words[word] ?? 0);
  }
}

const blockHash = new BlockHash();

/** Room for a message of this length with the padding of SHA-256 behind it (FIPS 180-4, section 5.1.1). It is refilled for every hash. */
export function createPaddedMessage(length: number): DataView {
  const blocks = Math.ceil((length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const message = new DataView(new ArrayBuffer(blocks * BLOCK_BYTES));
  message.setUint8(length, END_OF_MESSAGE);
  message.setUint32(message.byteLength - WORD_BYTES, length * BITS_PER_BYTE);
  return message;
}

/** Writes the SHA-256 digest of a padded message to a place in another array. A tree has millions: an array for each would take longer than the hash. */
export function writePaddedDigest(message: DataView, target: DataView, at: number): void {
  blockHash.write(message, target, at);
}

const INNER = 0x36;
const OUTER = 0x5c;

/** Refilled in every call, which is never interrupted: there are millions, and fresh arrays would cost more than the hashes. */
const outer = new Uint8Array(BLOCK_BYTES + 32).fill(OUTER);
let inner = new Uint8Array(4 * BLOCK_BYTES).fill(INNER, 0, BLOCK_BYTES);
/** Only `inner` is hashed again: messages of one kind have one length, so that it rarely changes. */
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
