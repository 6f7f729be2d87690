import {
  type Currency,
  mulDivFloor,
  RATE_SCALE_PPM,
  runwayTenthDays,
  USER_CURRENCIES,
} from '@glasspool/core';
import { type DailyTotalKind, sumMicro } from '@glasspool/db';
import type { PoolDeps } from '@glasspool/pool/deps';
import { getCurrentTerms } from '@glasspool/pool/investments';
import { getDay } from '@glasspool/pool/totals';
import { sql } from 'kysely';

/** One day of one currency, for the charts of the back office. Amounts in micro-units. */
export interface DailyFigures {
  readonly currency: Currency;
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
  readonly depositedMicro: bigint;
  readonly withdrawnMicro: bigint;
  /** Principal and reserve at the end of the day. */
  readonly principalMicro: bigint;
  readonly reserveMicro: bigint;
  /**
   * Runway: time for which that reserve lasts for that principal at today's target rate, in tenths of a day; null when nothing is invested.
   */
  readonly runwayTenthDays: number | null;
}

interface DayRow {
  readonly kind: DailyTotalKind;
  readonly currency: Currency;
  readonly day: number;
  readonly amountMicro: bigint;
}

/** Lists the figures of the last days, oldest first, including days without movements. */
export async function listDailyFigures(
  { db, clock }: Pick<PoolDeps, 'db' | 'clock'>,
  days: number,
): Promise<DailyFigures[]> {
  const { targetRatePpm } = await getCurrentTerms(db.read, clock.now());
  const lastDay = getDay(clock.now());
  const firstDay = lastDay - days + 1;
  const within = await db.read
    .selectFrom('dailyTotal')
    .select(['kind', 'currency', 'day', 'amountMicro'])
    .where('day', '>=', firstDay)
    .execute();
  const before = await db.read
    .selectFrom('dailyTotal')
    .where('day', '<', firstDay)
    .groupBy(['kind', 'currency'])
    .select(['kind', 'currency', sumMicro(sql`amount_micro`).as('amountMicro')])
    .execute();
  const opening = before.map((row) => ({ ...row, day: firstDay - 1 }));
  return USER_CURRENCIES.flatMap((currency) =>
    computeDailyFigures(
      [...opening, ...within].filter((row) => row.currency === currency),
      { currency, firstDay, lastDay, targetRatePpm },
    ),
  );
}

/** Sums the movements of each day. Movements before the first day are the opening balances. */
function computeDailyFigures(
  rows: readonly DayRow[],
  span: { currency: Currency; firstDay: number; lastDay: number; targetRatePpm: number },
): DailyFigures[] {
  const { currency, firstDay, lastDay, targetRatePpm } = span;
  const computeSum = (kind: DailyTotalKind, holds: (day: number) => boolean): bigint =>
    rows
      .filter((row) => row.kind === kind && holds(row.day))
      .reduce((sum, { amountMicro }) => sum + amountMicro, 0n);
  let principalMicro = 0n;
  let reserveMicro = 0n;
  const figures: DailyFigures[] = [];
  for (let day = firstDay - 1; day <= lastDay; day += 1) {
    const isDay = (other: number): boolean => other === day;
    principalMicro += computeSum('investment', isDay) - computeSum('maturity', isDay);
    reserveMicro += computeSum('funding', isDay) - computeSum('reward', isDay);
    if (day < firstDay) continue;
    const dailyTargetMicro = mulDivFloor(principalMicro, BigInt(targetRatePpm), RATE_SCALE_PPM);
    figures.push({
      currency,
      day,
      depositedMicro: computeSum('deposit', isDay),
      withdrawnMicro: computeSum('withdrawal', isDay),
      principalMicro,
      reserveMicro,
      runwayTenthDays: runwayTenthDays(reserveMicro, dailyTargetMicro) ?? null,
    });
  }
  return figures;
}
