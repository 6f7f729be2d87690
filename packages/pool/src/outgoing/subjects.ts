// Subjects of transactions, which are also the ids of the rows that follow them. They are written into signed.log: those of today stay
// readable for good.
import { HOT_WALLET_INDEX } from '@glasspool/chains';
import { isId, type Network, type OutgoingPurpose, type SweepItemId } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { findDerivationIndex } from './signer-reads.ts';

/** Attempt of a sweep to empty an address, or to send it coins for that. */
export function toSweepStepId({ id, attempt }: { id: SweepItemId; attempt: number }): string {
  return `${id}/${attempt}`;
}

/** The parts of a sweep's id; undefined for any other id. */
export function parseSweepStepId(
  subject: string,
): { readonly id: SweepItemId; readonly attempt: number } | undefined {
  const [id = '', attempt = ''] = subject.split('/');
  return isId('sweepItem', id) && /^\d+$/.test(attempt) ? { id, attempt: Number(attempt) } : undefined;
}

/** Ends the id of a return of coins; the id of the sweep's address comes before it. */
export const GAS_RETURN_ENDING = '/gas';

/** Return of coins that an address of a sweep has left. */
export function toGasReturnId(id: SweepItemId): string {
  return `${id}${GAS_RETURN_ENDING}`;
}

/** Anchor of a snapshot. */
export function toAnchorId(snapshotNumber: number): string {
  return `snapshot/${snapshotNumber}`;
}

/** Attempt to send the anchoring address coins for the anchor of a snapshot. */
export function toAnchorGasId(snapshotNumber: number, attempt: number): string {
  return `snapshot/${snapshotNumber}/gas/${attempt}`;
}

/** Purpose of a line of signed.log, which says it only by its subject and its sender. */
export async function findPurpose(
  db: Queryable,
  { id, network, sender: address }: { id: string; network: Network; sender: string },
): Promise<OutgoingPurpose | undefined> {
  if (isId('withdrawal', id)) return 'withdrawal';
  if (/^snapshot\/\d+$/.test(id)) return 'anchor';
  if (/^snapshot\/\d+\/gas\/\d+$/.test(id)) return 'anchor-gas';
  if (/^swi_[^/]+\/gas$/.test(id)) return 'gas-return';
  if (parseSweepStepId(id) === undefined) return undefined;
  return (await findDerivationIndex(db, { network, address })) === HOT_WALLET_INDEX ? 'sweep-gas' : 'sweep';
}
