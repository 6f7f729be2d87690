import { decodeManifest, fromHex, toHex } from '@glasspool/proof';
import { type AnchorView, type OwnEntryView, trpc } from '../../api/trpc.ts';
import { findAnchorAt } from './run-audit.ts';
import { readSeenManifest } from './seen-manifest.ts';
import { readSeenReceipt } from './seen-receipt.ts';
import type { VerifyRequest } from './verify-balance.ts';

/** The user's own entries are asked for in pages of this size, */
const ENTRIES_PER_PAGE = 100;
/** up to so many. A user with more since the receipt that was kept is not told whether all of them are there. */
const PAGES_MAX = 10;

/** The node that the user named did not answer. */
export class NodeError extends Error {
  override readonly name = 'NodeError';
}

/** Asks for everything that a user's part of a snapshot is checked by. */
export function useProofAnswers(): (
  snapshotNumber: number,
  bscNodeUrl: string | undefined,
) => Promise<Omit<VerifyRequest, 'email' | 'kept' | 'firstDigest'>> {
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
  const listEntries = async (
    snapshotNumber: number,
    since: number,
  ): Promise<Pick<VerifyRequest, 'entries' | 'areEntriesComplete'>> => {
    const entries: OwnEntryView[] = [];
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      // There is none before the first one to name.
      const request = {
        snapshotNumber,
        ...(since >= 0 && { since }),
        page,
        limit: ENTRIES_PER_PAGE,
      };
      const { data, meta } = await transparency.listOwnEntries.fetch(request);
      entries.push(...data);
      if (data.length === 0 || entries.length >= meta.total) return { entries, areEntriesComplete: true };
    }
    return { entries, areEntriesComplete: false };
  };
  return async (snapshotNumber, bscNodeUrl) => {
    const proof = await transparency.getUserProof.fetch({ snapshotNumber });
    const earlier = readSeenReceipt(fromHex(proof.nonce));
    const entriesSince = Math.min(earlier?.snapshotNumber ?? snapshotNumber, snapshotNumber - 1);
    const entries = await listEntries(snapshotNumber, entriesSince);
    const history = await findHistory(snapshotNumber);
    const anchor = await findAnchor(snapshotNumber, proof.anchorTxHash, bscNodeUrl);
    return { proof, ...entries, entriesSince, earlier, history, anchor };
  };
}
