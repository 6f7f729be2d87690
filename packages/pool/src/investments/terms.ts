import type { Terms } from '@glasspool/core';
import type { Queryable, Tables } from '@glasspool/db';
import type { Selectable } from 'kysely';
import type { PoolDeps } from '../deps.ts';

/** 5, 3 and 1 % of the rewards of invited people, by level (decisions.md 3). */
const REFERRAL_RATES_PPM = [50_000, 30_000, 10_000] as const;

/** Publishes the first version of the terms from the settings, unless there is one. Later versions are an admin's work. */
export async function ensureTerms({
  db,
  clock,
  settings,
}: Pick<PoolDeps, 'db' | 'clock' | 'settings'>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .insertInto('terms')
      .values({
        version: 1,
        targetRatePpm: settings.targetRatePpm,
        termDays: settings.termDays,
        minimumUsdtMicro: settings.investmentMinimumMicro.USDT,
        minimumTrxMicro: settings.investmentMinimumMicro.TRX,
        referralLevel1Ppm: REFERRAL_RATES_PPM[0],
        referralLevel2Ppm: REFERRAL_RATES_PPM[1],
        referralLevel3Ppm: REFERRAL_RATES_PPM[2],
        publishedAt: clock.now(),
      })
      .onConflict((conflict) => conflict.column('version').doNothing())
      .execute();
  });
}

/** The terms that a new investment is made under at a time: the newest version that has started. */
export async function getCurrentTerms(db: Queryable, now: number): Promise<Terms> {
  const row = await db
    .selectFrom('terms')
    .selectAll()
    .where('startsAt', '<=', now)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return toTerms(row);
}

/** Every published version, newest first, those that start later included. */
export async function listTerms({ db }: Pick<PoolDeps, 'db'>): Promise<Terms[]> {
  const rows = await db.read.selectFrom('terms').selectAll().orderBy('version', 'desc').execute();
  return rows.map(toTerms);
}

function toTerms(row: Selectable<Tables['terms']>): Terms {
  return {
    version: row.version,
    targetRatePpm: row.targetRatePpm,
    termDays: row.termDays,
    minimumMicro: { USDT: row.minimumUsdtMicro, TRX: row.minimumTrxMicro },
    referralRatesPpm: [row.referralLevel1Ppm, row.referralLevel2Ppm, row.referralLevel3Ppm],
    publishedAt: row.publishedAt,
    startsAt: Math.max(row.startsAt, row.publishedAt),
  };
}
