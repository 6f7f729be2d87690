import { fromHex } from './bytes.ts';
import type { Manifest } from './manifest.ts';

/** The first two keys of RFC 8032, 7.1: a manifest with what is not a key is refused. */
export const SAMPLE_KEY = fromHex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
export const OTHER_KEY = fromHex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c');

/** A manifest of a leaf file and of nothing else: what is owed follows from the root, and every digest is told from the others. */
export function sampleManifest(
  leaves: Pick<Manifest, 'root' | 'leafCount'>,
  changes: Partial<Manifest> = {},
): Manifest {
  const digest = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
  const figures = {
    custody: 0n,
    inFlight: 0n,
    receivable: 0n,
    reserve: 0n,
    payable: 0n,
    ownFunds: 0n,
    dust: 0n,
  };
  return {
    ...leaves,
    snapshotNumber: 3,
    prevManifestDigest: digest(1),
    cutOffMs: 0,
    leafFileDigest: digest(2),
    usdt: { ...figures, owed: leaves.root.usdt, custody: leaves.root.usdt },
    trx: { ...figures, owed: leaves.root.trx, custody: leaves.root.trx },
    journalLength: 0,
    journalHeadDigest: digest(3),
    termsDigest: digest(4),
    bscChainId: 97,
    bscHeight: 1,
    bscBlockHash: digest(5),
    tronGenesisId: digest(6),
    tronHeight: 1,
    tronBlockId: digest(7),
    reservesFileDigest: digest(8),
    stateProofDigest: digest(12),
    inFlightDigest: digest(13),
    checkpointDigest: digest(14),
    anchorAddress: new Uint8Array(20).fill(9),
    statementPublicKey: SAMPLE_KEY,
    ...changes,
  };
}
