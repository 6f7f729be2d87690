import { type Network, toChecksumAddress, tronAddressFromBytes } from '@glasspool/core';

/** Address of a derivation index on a chain in memory: valid, and nobody's. */
export function simAddress(network: Network, index: number): string {
  const bytes = Buffer.alloc(20, network === 'BSC' ? 0xb5 : 0x70);
  bytes.writeUInt32BE(index, 16);
  return network === 'BSC' ? toChecksumAddress(`0x${bytes.toString('hex')}`) : tronAddressFromBytes(bytes);
}
