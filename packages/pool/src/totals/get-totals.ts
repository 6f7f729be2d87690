import type { Currency } from '@glasspool/core';
import { type DailyTotalKind, sumMicro } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import { getDay } from './record-daily-total.ts';

/** Amounts of one kind, in micro-units, a value for each currency. */
export interface Totals {
  readonly totalMicro: Readonly<Record<Currency, bigint>>;
  /** Of the running day, UTC. */
  readonly todayTotalMicro: Readonly<Record<Currency, bigint>>;
}

/** Returns the sums deposited, withdrawn or invested so far, and today. */
export async function getTotals(
  { db, clock }: Pick<PoolDeps, 'db' | 'clock'>,
  kind: DailyTotalKind,
): Promise<Totals> {
  const today = getDay(clock.now());
  const rows = await db.read
    .selectFrom('dailyTotal')
    .where('kind', '=', kind)
    .groupBy('currency')
    .select([
      'currency',
      sumMicro(sql`amount_micro`).as('totalMicro'),
      sumMicro(sql`case when day = ${today} then amount_micro else 0 end`).as('todayMicro'),
    ])
    .execute();
  const found = new Map(rows.map((row) => [row.currency, row]));
  const pick = (name: 'totalMicro' | 'todayMicro'): Record<Currency, bigint> => ({
    USDT: found.get('USDT')?.[name] ?? 0n,
    TRX: found.get('TRX')?.[name] ?? 0n,
  });
  return { totalMicro: pick('totalMicro'), todayTotalMicro: pick('todayMicro') };
}
