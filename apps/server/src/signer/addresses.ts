import { deriveBscAddress } from '@glasspool/chains/bsc';
import { deriveTronAddress } from '@glasspool/chains/tron';
import type { RemoteKeys } from './connect-signer.ts';

/** The pool's addresses on each network. */
export interface Addresses {
  readonly BSC: { deriveAddress(index: number): string };
  readonly TRON: { deriveAddress(index: number): string };
}

/** Derives addresses from the public keys of a signer: no node is asked. */
export function toAddresses({ keys }: Pick<RemoteKeys, 'keys'>): Addresses {
  return {
    BSC: { deriveAddress: (index) => deriveBscAddress(keys.BSC, index) },
    TRON: { deriveAddress: (index) => deriveTronAddress(keys.TRON, index) },
  };
}
