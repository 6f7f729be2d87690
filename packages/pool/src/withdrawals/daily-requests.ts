// Sums of what is approved on a day, and of what the operator requests on it, for the daily caps: counters that change with each withdrawal,
// so that no request reads the others of its day. The books are compared with the rows (verifyBooks).
import { type Currency, UNPAID_STATES, type WithdrawalState } from '@glasspool/core';
import type { DailyTotalKind, Queryable, Row, Transaction } from '@glasspool/db';
import { getDay, recordDailyTotal } from '../totals/index.ts';

type Withdrawal = Row<'withdrawal'>;
type Source = Withdrawal['source'];
type Counted = Pick<Withdrawal, 'id' | 'source' | 'currency' | 'amountMicro'>;

const KINDS: Readonly<Record<Source, DailyTotalKind>> = { user: 'request', operator: 'operator-request' };

/** In the place of the time of a day, for a withdrawal that waits for its first review. */
export const NOT_COUNTED = 0;

/** Counts a withdrawal on the day of a time, once. Returns the sum of that day with it, in micro-units. */
export async function countRequest(tx: Transaction, withdrawal: Counted, at: number): Promise<bigint> {
  await tx.updateTable('withdrawal').set({ countedAt: at }).where('id', '=', withdrawal.id).execute();
  return change(tx, withdrawal, { at, amountMicro: withdrawal.amountMicro });
}

/** Takes a withdrawal back out of the sum of its day when it goes to a state in which nothing left the pool. */
export async function uncountUnpaid(
  tx: Transaction,
  withdrawal: Counted & Pick<Withdrawal, 'countedAt' | 'createdAt'>,
  to: WithdrawalState,
): Promise<void> {
  const unpaid: readonly WithdrawalState[] = UNPAID_STATES;
  const { amountMicro } = withdrawal;
  const at = withdrawal.countedAt ?? withdrawal.createdAt;
  if (at !== NOT_COUNTED && unpaid.includes(to))
    await change(tx, withdrawal, { at, amountMicro: -amountMicro });
}

/** Sum counted since the UTC day of a time began, in micro-units, unpaid withdrawals left out. */
export async function readRequestedMicro(
  db: Queryable,
  request: { source: Source; currency: Currency; now: number },
): Promise<bigint> {
  const row = await db
    .selectFrom('dailyTotal')
    .select('amountMicro')
    .where('kind', '=', KINDS[request.source])
    .where('currency', '=', request.currency)
    .where('day', '=', getDay(request.now))
    .executeTakeFirst();
  return row?.amountMicro ?? 0n;
}

function change(
  tx: Transaction,
  { source, currency }: Counted,
  { at, amountMicro }: { at: number; amountMicro: bigint },
): Promise<bigint> {
  return recordDailyTotal(tx, { kind: KINDS[source], currency, amountMicro, at });
}
