import { keccak_256 } from '@noble/hashes/sha3.js';

const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
export const BSC_ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** Result of reading a text as a BSC address. */
export type BscAddressCheck = 'valid' | 'wrong-checksum' | 'not-an-address';

/** Checks form and, in mixed case, the EIP-55 checksum. Addresses in one case carry no checksum and pass. */
export function checkBscAddress(text: string): BscAddressCheck {
  if (!HEX_ADDRESS.test(text)) return 'not-an-address';
  const digits = text.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return 'valid';
  return toChecksumAddress(text) === text ? 'valid' : 'wrong-checksum';
}

/** The EIP-55 form of a hex address. */
export function toChecksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = keccak_256(new TextEncoder().encode(digits));
  let result = '0x';
  for (const [index, digit] of [...digits].entries()) {
    const byte = hash[index >> 1] ?? 0;
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 0x0f;
    result += nibble >= 8 ? digit.toUpperCase() : digit;
  }
  return result;
}
