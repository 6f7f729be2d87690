import type { PaymentNetwork } from '@glasspool/chains';
import { type Network, toChecksumAddress, tronAddressFromBytes } from '@glasspool/core';

const addresses = new Map<string, string>();

/** Address of a derivation index on a chain in memory: valid, and no one's. */
export function simAddress(network: Network, index: number): string {
  const key = `${network} ${index}`;
  const known = addresses.get(key);
  if (known !== undefined) return known;
  const address = makeAddress(network, index);
  addresses.set(key, address);
  return address;
}

function makeAddress(network: Network, index: number): string {
  const bytes = Buffer.alloc(20, network === 'BSC' ? 0xb5 : 0x70);
  bytes.writeUInt32BE(index, 16);
  return network === 'BSC' ? toChecksumAddress(`0x${bytes.toString('hex')}`) : tronAddressFromBytes(bytes);
}

const CHAIN_ID = 31_337;
const TOKEN_INDEX = 1_000_000;

/** Network and token of payments to a chain in memory. */
export function simPayment(network: Network): PaymentNetwork {
  if (network === 'TRON') return { kind: 'tron', genesisIds: [] };
  return { kind: 'evm', chainId: CHAIN_ID, token: simAddress('BSC', TOKEN_INDEX) };
}
