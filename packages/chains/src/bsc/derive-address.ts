import { computeAddress, hexlify } from 'ethers';
import type { NetworkKeys } from '../keys/key-tree.ts';

/** The address of a derivation index. No node is asked. */
export function deriveBscAddress(keys: Pick<NetworkKeys, 'publicKey'>, index: number): string {
  return computeAddress(hexlify(keys.publicKey(index)));
}
