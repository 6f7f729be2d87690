// Rows of what the pool signed, and their transactions. A transaction that cancels another one has the subject of the row with '/void' behind it.
import type { SignedTransfer } from '@glasspool/chains';
import {
  canOutgoingTransition,
  type Network,
  OUTGOING_PURPOSES,
  type OutgoingPurpose,
  type OutgoingState,
} from '@glasspool/core';
import { isOpenOutgoing, lockRows, type Queryable, type Transaction } from '@glasspool/db';
import type { Outgoing } from '../deps.ts';

const CANCELLATION = '/void';

/** Subject of the transaction of nothing that takes the nonce of a payment which must not happen any more. */
export function toCancellationSubject(id: string): string {
  return `${id}${CANCELLATION}`;
}

/** Id of the row to which the transactions of a subject belong. */
export function toOutgoingId(subject: string): string {
  return subject.endsWith(CANCELLATION) ? subject.slice(0, -CANCELLATION.length) : subject;
}

/** A stored transaction. */
export interface Signed extends SignedTransfer {
  readonly isCancellation: boolean;
  readonly createdAt: number;
}

/** Transactions that were signed for a row, the newest last. */
export async function readSigned(db: Queryable, id: string): Promise<Signed[]> {
  const rows = await db
    .selectFrom('outgoingTransaction')
    .select(['subject', 'txHash', 'sender', 'raw', 'nonce', 'expiresAt', 'createdAt'])
    .where('subject', 'in', [id, toCancellationSubject(id)])
    .orderBy('createdAt')
    .orderBy('txHash')
    .execute();
  return rows.map(({ subject, ...signed }) => ({ ...signed, isCancellation: subject !== id }));
}

/** Finds what was signed under an id. */
export function findOutgoing(db: Queryable, id: string): Promise<Outgoing | undefined> {
  return db.selectFrom('outgoing').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export function lockOutgoing(tx: Transaction, id: string): Promise<Outgoing | undefined> {
  return lockRows(tx, tx.selectFrom('outgoing').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** Returns true while something that was signed on a network, for one of these purposes, is not decided. */
export async function isAnythingOpen(
  db: Queryable,
  network: Network,
  purposes: readonly OutgoingPurpose[] = OUTGOING_PURPOSES,
): Promise<boolean> {
  const open = db.selectFrom('outgoing').select('id').where('network', '=', network).where(isOpenOutgoing);
  return (await open.where('purpose', 'in', purposes).limit(1).executeTakeFirst()) !== undefined;
}

/** Returns true while something is not decided that replaced blocks or a restore opened again: nothing is signed on its network meanwhile. */
export async function isAnythingReopened(db: Queryable, network: Network): Promise<boolean> {
  const open = db.selectFrom('outgoing').select('id').where('network', '=', network).where(isOpenOutgoing);
  return (await open.where('reopenedAt', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Changes the state of a locked row.
 *
 * @throws Error for a transition that the table of core does not have; the database refuses it as well.
 */
export async function changeOutgoing(
  tx: Transaction,
  row: Pick<Outgoing, 'id' | 'state'>,
  change: { readonly state: OutgoingState } & Partial<
    Omit<Outgoing, 'id' | 'state' | 'network' | 'purpose' | 'createdAt'>
  >,
): Promise<void> {
  if (!canOutgoingTransition(row.state, change.state))
    throw new Error(`${row.id} cannot go from ${row.state} to ${change.state}.`);
  await tx.updateTable('outgoing').set(change).where('id', '=', row.id).execute();
}
