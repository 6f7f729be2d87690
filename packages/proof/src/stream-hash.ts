import { sha256 } from '@noble/hashes/sha2.js';

/** SHA-256 of what comes in pieces. */
export interface Hasher {
  update(chunk: Uint8Array): unknown;
  digest(): Uint8Array;
}

export function createHasher(): Hasher {
  return sha256.create();
}
