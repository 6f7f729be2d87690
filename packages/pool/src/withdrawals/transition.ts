import { canTransition, type WithdrawalId, type WithdrawalState } from '@glasspool/core';
import type { WithdrawalFacts } from '@glasspool/core/books';
import { lockRows, type Queryable, type Row, type Transaction } from '@glasspool/db';
import { readBegun } from '../books/index.ts';
import { countRequest, NOT_COUNTED, uncountUnpaid } from './daily-requests.ts';

export type Withdrawal = Row<'withdrawal'>;
/** Proof of a change of state, as its history keeps it. */
export type Evidence = Readonly<Record<string, string | number | boolean | null>>;

/** The withdrawal of an id. Throws where none has it. */
export async function readWithdrawal(db: Queryable, id: WithdrawalId): Promise<Withdrawal> {
  return db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** A withdrawal, locked until the transaction ends. */
export async function lockWithdrawal(tx: Transaction, id: WithdrawalId): Promise<Withdrawal> {
  return lockRows(tx, tx.selectFrom('withdrawal').selectAll().where('id', '=', id)).executeTakeFirstOrThrow();
}

/**
 * Changes the state of a locked withdrawal and stores what proved the change.
 *
 * @throws Error for a transition that the table of core does not have; the database refuses it as well.
 */
export async function transition(
  tx: Transaction,
  withdrawal: Pick<
    Withdrawal,
    'id' | 'state' | 'source' | 'currency' | 'amountMicro' | 'countedAt' | 'createdAt'
  >,
  change: { to: WithdrawalState; now: number; evidence: Evidence; reason?: string; txHash?: string },
): Promise<void> {
  const { to, now, evidence, reason, txHash } = change;
  if (!canTransition(withdrawal.state, to)) {
    throw new Error(`Withdrawal ${withdrawal.id} cannot go from ${withdrawal.state} to ${to}.`);
  }
  await tx
    .updateTable('withdrawal')
    .set({
      state: to,
      updatedAt: now,
      waitingFor: null,
      // The signer counts a withdrawal's age from here.
      ...(to === 'approved' ? { approvedAt: now } : {}),
      ...(reason === undefined ? {} : { reason }),
      ...(txHash === undefined ? {} : { txHash }),
    })
    .where('id', '=', withdrawal.id)
    .execute();
  await recordEvent(tx, { withdrawalId: withdrawal.id, to, now, evidence });
  await uncountUnpaid(tx, withdrawal, to);
  // Last, because every withdrawal that is approved on a day writes the row that counts.
  if (to === 'approved' && withdrawal.countedAt === NOT_COUNTED) await countRequest(tx, withdrawal, now);
}

/**
 * Opens a withdrawal: writes its row, begins its history with a first change of its state if there is one, and counts it on its day, unless
 * it waits for a review: a user's counts once it is approved, since what waits for a person must not use up the cap of everyone.
 * Called last in a transaction, because every withdrawal of the day writes the row that counts: other users wait for the commit only.
 * Returns the sum of the day with it, in micro-units; undefined where it is not counted yet.
 */
export async function openWithdrawal(
  tx: Transaction,
  withdrawal: Withdrawal,
  history: { requested?: Evidence; next?: { to: WithdrawalState; evidence: Evidence } } = {},
): Promise<bigint | undefined> {
  const { requested = {}, next } = history;
  const { id: withdrawalId, createdAt: now, source } = withdrawal;
  const row = {
    ...withdrawal,
    countedAt: source === 'user' && next?.to === 'reviewing' ? NOT_COUNTED : now,
    compareAfter: await readBegun(tx, withdrawal.currency),
  };
  await tx.insertInto('withdrawal').values(row).execute();
  await recordEvent(tx, { withdrawalId, to: 'requested', now, evidence: requested });
  if (next !== undefined) await transition(tx, row, { ...next, now });
  return row.countedAt === NOT_COUNTED ? undefined : countRequest(tx, row, now);
}

/** A withdrawal as the books see it. */
export function toFacts(withdrawal: Withdrawal): WithdrawalFacts {
  const { id, userId, source, currency, amountMicro, feeMicro } = withdrawal;
  return { id, userId, source, currency, amountMicro, feeMicro };
}

/** Writes one line of a withdrawal's history. */
async function recordEvent(
  tx: Transaction,
  event: { withdrawalId: WithdrawalId; to: WithdrawalState; now: number; evidence: Evidence },
): Promise<void> {
  await tx
    .insertInto('withdrawalEvent')
    .values({
      withdrawalId: event.withdrawalId,
      toState: event.to,
      evidence: JSON.stringify(event.evidence),
      createdAt: event.now,
    })
    .execute();
}
