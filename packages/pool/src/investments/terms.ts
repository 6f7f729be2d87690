import { type Currency, TERMS_LIMITS, type Terms, type TermsValues } from '@glasspool/core';
import type { Queryable, Row, Tables } from '@glasspool/db';
import type { Insertable } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import { assertTermsAllowed } from './terms-rules.ts';

const FIRST_VERSION = 1;

/**
 * Publishes the first version of the terms from the settings, unless there is one. Later versions are published by admins.
 *
 * @throws PoolError TERMS_OUT_OF_BOUNDS
 */
export async function ensureTerms({
  db,
  clock,
  settings,
}: Pick<PoolDeps, 'db' | 'clock' | 'settings'>): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const first = await tx
      .insertInto('terms')
      .values({ version: FIRST_VERSION, publishedAt: now, startsAt: now, ...toColumns(settings.firstTerms) })
      .onConflict((conflict) => conflict.column('version').doNothing())
      .executeTakeFirst();
    // There is no one yet who would need notice.
    if (first.numInsertedOrUpdatedRows === 1n)
      assertTermsAllowed(settings.firstTerms, { startsAt: now + TERMS_LIMITS.noticeMs, now, known: [] });
  });
}

/**
 * Terms that a new investment is made under at a time: the newest version that has started. In the first minutes of a pool that is the first
 * one also for a machine whose clock is behind that of the one which published it.
 */
export async function getCurrentTerms(db: Queryable, now: number): Promise<Terms> {
  return (await findTermsAt(db, now)) ?? (await getTerms(db, FIRST_VERSION));
}

/** Newest version of the terms that had started at a time, or undefined before the first one. */
export async function findTermsAt(db: Queryable, time: number): Promise<Terms | undefined> {
  const row = await db
    .selectFrom('terms')
    .selectAll()
    .where('startsAt', '<=', time)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toTerms(row);
}

/** The highest fee of a withdrawal that terms have ever allowed up to a time, which every verifier holds an entry against. */
export async function readHighestFee(db: Queryable, currency: Currency, time: number): Promise<bigint> {
  const rows = await db.selectFrom('terms').selectAll().where('startsAt', '<=', time).execute();
  const fees = rows.map((row) => toValues(row).withdrawalFeeMicro[currency]);
  return fees.reduce((highest, fee) => (fee > highest ? fee : highest), 0n);
}

/** Every published version, newest first, those that start later included. */
export async function listTerms({ db }: Pick<PoolDeps, 'db'>): Promise<Terms[]> {
  const rows = await db.read.selectFrom('terms').selectAll().orderBy('version', 'desc').execute();
  return rows.map(toTerms);
}

/** Terms of a version that something refers to. */
export async function getTerms(db: Queryable, version: number): Promise<Terms> {
  return toTerms(
    await db.selectFrom('terms').selectAll().where('version', '=', version).executeTakeFirstOrThrow(),
  );
}

type TermsColumns = Omit<Row<'terms'>, 'version' | 'publishedAt' | 'startsAt'>;

/** Values of terms as their columns. */
export function toColumns(
  values: TermsValues,
): Omit<Insertable<Tables['terms']>, 'version' | 'publishedAt' | 'startsAt'> {
  const { minimumMicro, withdrawalMinimumMicro, withdrawalFeeMicro, referralRatesPpm } = values;
  return {
    targetRatePpm: values.targetRatePpm,
    termDays: values.termDays,
    minimumUsdtMicro: minimumMicro.USDT,
    minimumTrxMicro: minimumMicro.TRX,
    withdrawalMinimumUsdtMicro: withdrawalMinimumMicro.USDT,
    withdrawalMinimumTrxMicro: withdrawalMinimumMicro.TRX,
    withdrawalFeeUsdtMicro: withdrawalFeeMicro.USDT,
    withdrawalFeeTrxMicro: withdrawalFeeMicro.TRX,
    referralLevel1Ppm: referralRatesPpm[0],
    referralLevel2Ppm: referralRatesPpm[1],
    referralLevel3Ppm: referralRatesPpm[2],
    referralCapPpm: values.referralCapPpm,
  };
}

/** Columns of terms, published or proposed, as their values. */
export function toValues(row: TermsColumns): TermsValues {
  return {
    targetRatePpm: row.targetRatePpm,
    termDays: row.termDays,
    minimumMicro: { USDT: row.minimumUsdtMicro, TRX: row.minimumTrxMicro },
    withdrawalMinimumMicro: { USDT: row.withdrawalMinimumUsdtMicro, TRX: row.withdrawalMinimumTrxMicro },
    withdrawalFeeMicro: { USDT: row.withdrawalFeeUsdtMicro, TRX: row.withdrawalFeeTrxMicro },
    referralRatesPpm: [row.referralLevel1Ppm, row.referralLevel2Ppm, row.referralLevel3Ppm],
    referralCapPpm: row.referralCapPpm,
  };
}

function toTerms(row: Row<'terms'>): Terms {
  const { version, publishedAt, startsAt } = row;
  return { version, publishedAt, startsAt, ...toValues(row) };
}
