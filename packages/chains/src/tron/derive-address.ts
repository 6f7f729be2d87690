import { secp256k1 } from '@noble/curves/secp256k1.js';
import { utils } from 'tronweb';
import type { NetworkKeys } from '../keys/key-tree.ts';

/** The address of a derivation index. No node is asked. */
export function deriveTronAddress(keys: Pick<NetworkKeys, 'publicKey'>, index: number): string {
  const point = secp256k1.Point.fromBytes(keys.publicKey(index));
  return utils.crypto.getBase58CheckAddress(utils.crypto.computeAddress(point.toBytes(false)));
}
