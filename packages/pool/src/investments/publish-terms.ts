import { formatAmount, HOUR_MS, PoolError, type Terms, type UserId } from '@glasspool/core';
import { recordAdminAction } from '../audit/index.ts';
import type { CallOrigin, PoolDeps } from '../deps.ts';
import { getCurrentTerms, listTerms } from './terms.ts';

/** How long everybody can read new terms before the first investment is made under them. */
const NOTICE_MS = HOUR_MS;

export interface NewTerms {
  readonly targetRatePpm: number;
  readonly termDays: number;
  readonly minimumMicro: Terms['minimumMicro'];
  readonly startsAt: number;
}

/**
 * Publishes a new version of the terms (decisions.md 3 and 6). It holds for investments made from `startsAt` on; an investment keeps
 * the version that it was made under. The shares of inviters stay as they are.
 *
 * @throws PoolError TERMS_START_IN_PAST
 */
export async function publishTerms(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'machineClock'>,
  request: { adminId: UserId; origin: CallOrigin; terms: NewTerms },
): Promise<Terms> {
  const { adminId, origin, terms } = request;
  const now = deps.clock.now();
  if (terms.startsAt < now + NOTICE_MS) {
    throw new PoolError('TERMS_START_IN_PAST', { earliest: new Date(now + NOTICE_MS).toISOString() });
  }
  await deps.db.transaction(async (tx) => {
    const current = await getCurrentTerms(tx, now);
    const { newest } = await tx
      .selectFrom('terms')
      .select((eb) => eb.fn.max<number>('version').as('newest'))
      .executeTakeFirstOrThrow();
    const version = newest + 1;
    const [level1 = 0, level2 = 0, level3 = 0] = current.referralRatesPpm;
    await tx
      .insertInto('terms')
      .values({
        version,
        targetRatePpm: terms.targetRatePpm,
        termDays: terms.termDays,
        minimumUsdtMicro: terms.minimumMicro.USDT,
        minimumTrxMicro: terms.minimumMicro.TRX,
        referralLevel1Ppm: level1,
        referralLevel2Ppm: level2,
        referralLevel3Ppm: level3,
        publishedAt: now,
        startsAt: terms.startsAt,
      })
      .execute();
    await recordAdminAction(tx, deps, {
      adminId,
      origin,
      action: 'terms.publish',
      subject: `terms/${version}`,
      before: factsOf(current),
      after: { ...factsOf(terms), startsAt: new Date(terms.startsAt).toISOString() },
    });
  });
  const [published] = await listTerms(deps);
  // It was written in the transaction above.
  if (published === undefined) throw new Error('The published terms are gone.');
  return published;
}

function factsOf(terms: Omit<NewTerms, 'startsAt'>): Record<string, string | number> {
  const { targetRatePpm, termDays, minimumMicro } = terms;
  return {
    targetRatePpm,
    termDays,
    minimumUsdt: formatAmount(minimumMicro.USDT),
    minimumTrx: formatAmount(minimumMicro.TRX),
  };
}
