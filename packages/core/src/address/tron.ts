import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

const ADDRESS_PREFIX = 0x41;
const ADDRESS_BYTES = 21;
const ADDRESS_LENGTH = 34;
const base58check = createBase58check(sha256);

/** Returns true when a text is a TRON address in base58check form (version byte 0x41, checksum right). */
export function isTronAddress(text: string): boolean {
  if (text.length !== ADDRESS_LENGTH || !text.startsWith('T')) return false;
  try {
    const bytes = base58check.decode(text);
    return bytes.length === ADDRESS_BYTES && bytes[0] === ADDRESS_PREFIX;
  } catch {
    // The library throws on a wrong checksum or a foreign character; both simply mean 'not an address'.
    return false;
  }
}

/** The base58check form of 20 address bytes. */
export function tronAddressFromBytes(account: Uint8Array): string {
  return base58check.encode(Uint8Array.of(ADDRESS_PREFIX, ...account));
}

/** The address of 20 zero bytes: no one holds its key. */
export const TRON_ZERO_ADDRESS = tronAddressFromBytes(new Uint8Array(20));
