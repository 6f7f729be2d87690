// Statement of a watcher: the snapshot that it found right, and the digests that it saw (docs/proof-of-solvency.md, Watchers).
import { ByteWriter } from './bytes.ts';

const CONFIRMATION_LABEL = 'glasspool/confirmation/v1';
const DIGESTS_LABEL = 'glasspool/digests/v1';

/** A watcher's word that it checked a snapshot with nodes of its own, all checks made and none failed. */
export interface Confirmation {
  readonly anchorAddress: Uint8Array;
  readonly snapshotNumber: number;
  readonly manifestDigest: Uint8Array;
  readonly checkedAtMs: number;
}

/** Digests that a watcher saw, for others to compare. */
export interface SeenDigests {
  readonly saidAtMs: number;
  readonly digests: readonly { readonly number: number; readonly digest: Uint8Array }[];
}

/** Bytes of a confirmation that are signed (Ed25519). */
export function confirmationMessage(said: Confirmation): Uint8Array {
  return new ByteWriter()
    .str(CONFIRMATION_LABEL)
    .bytes(said.anchorAddress)
    .u64(said.snapshotNumber)
    .bytes(said.manifestDigest)
    .u64(said.checkedAtMs)
    .done();
}

/** Bytes of a list of digests that are signed (Ed25519). */
export function digestsMessage({ saidAtMs, digests }: SeenDigests): Uint8Array {
  const writer = new ByteWriter().str(DIGESTS_LABEL).u64(saidAtMs).u32(digests.length);
  for (const { number, digest } of digests) writer.u64(number).bytes(digest);
  return writer.done();
}
