import { decodeManifest, toHex } from '@glasspool/core/solvency';
import { type AnchorView, trpc } from '../../api/trpc.ts';
import { findAnchorAt } from './run-audit.ts';
import { readSeenManifest } from './seen-manifest.ts';
import type { VerifyRequest } from './verify-balance.ts';

/** The newest of the user's own entries that are looked for in the journal. */
const ENTRIES = 20;

/** The node that the user named did not answer. */
export class NodeError extends Error {
  override readonly name = 'NodeError';
}

/** Asks for everything that a user's part of a snapshot is checked by. */
export function useProofAnswers(): (
  snapshotNumber: number,
  bscNodeUrl: string | undefined,
) => Promise<Omit<VerifyRequest, 'email'>> {
  const { transparency } = trpc.useUtils();
  const findAnchor = async (
    snapshotNumber: number,
    txHash: string | null,
    bscNodeUrl: string | undefined,
  ): Promise<AnchorView> => {
    if (bscNodeUrl === undefined || txHash === null)
      return (await transparency.findAnchor.fetch({ snapshotNumber })).anchor;
    try {
      return (await findAnchorAt(bscNodeUrl, txHash)) ?? null;
    } catch (error) {
      throw new NodeError('The node did not answer.', { cause: error });
    }
  };
  const findHistory = async (snapshotNumber: number): Promise<VerifyRequest['history']> => {
    const seen = readSeenManifest();
    if (seen === undefined) return undefined;
    const seenNumber = decodeManifest(seen).snapshotNumber;
    const isOlder = seenNumber < snapshotNumber;
    const { proof } = isOlder
      ? await transparency.getConsistencyProof.fetch({ from: seenNumber, to: snapshotNumber })
      : { proof: [] };
    return { seenManifest: toHex(seen), proof };
  };
  return async (snapshotNumber, bscNodeUrl) => {
    const proof = await transparency.getUserProof.fetch({ snapshotNumber });
    const { data: entries } = await transparency.listOwnEntries.fetch({ snapshotNumber, limit: ENTRIES });
    const history = await findHistory(snapshotNumber);
    const anchor = await findAnchor(snapshotNumber, proof.anchorTxHash, bscNodeUrl);
    return { proof, entries, history, anchor };
  };
}
