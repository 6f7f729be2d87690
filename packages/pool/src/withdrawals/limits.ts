import {
  type Currency,
  DAY_MS,
  NETWORK_OF,
  UNPAID_STATES,
  USER_CURRENCIES,
  type UserId,
  utcDayStart,
} from '@glasspool/core';
import { type Queryable, sumMicro } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import { getCurrentTerms } from '../investments/index.ts';
import { readRequestedMicro } from './daily-requests.ts';
import { isNewPayee } from './new-payee.ts';
import type { WithdrawalFacts, WithdrawalLimits } from './rules.ts';

/** Rows that are looked at for recent addresses, and addresses that are found at most. */
const RECENT_ROWS = 50;
const RECENT_MAX = 5;

/** Limits of one currency for one user at this moment. Amounts in micro-units. */
export interface OwnLimits {
  readonly currency: Currency;
  readonly minimumMicro: bigint;
  readonly feeMicro: bigint;
  /** Sum per user and UTC day above which an admin reviews a withdrawal. */
  readonly reviewAboveMicro: bigint;
  readonly requestedTodayMicro: bigint;
  /** Largest withdrawal right now that needs no review. */
  readonly withoutReviewMicro: bigint;
  /** Left of the daily cap of the whole pool. */
  readonly poolLeftTodayMicro: bigint;
  /** Addresses that the user paid to last, newest first. */
  readonly recentAddresses: readonly string[];
}

interface LimitsRequest {
  readonly userId: UserId;
  readonly currency: Currency;
  readonly now: number;
  /** The address of a withdrawal, where one is known. */
  readonly address?: string;
}

/**
 * Limits by which the withdrawals of a user in a currency are decided. All of one whom an admin credited lately are reviewed, and those that
 * would make the pool open more accounts than it pays for.
 */
export async function readLimits(
  db: Queryable,
  { settings }: Pick<PoolDeps, 'settings'>,
  request: LimitsRequest,
): Promise<WithdrawalLimits> {
  const { currency, now } = request;
  const { withdrawalMinimumMicro, withdrawalFeeMicro } = await getCurrentTerms(db, now);
  const isReviewed = (await wasCredited(db, request)) || (await paysTooManyNew(db, request));
  return {
    minimumMicro: withdrawalMinimumMicro[currency],
    feeMicro: withdrawalFeeMicro[currency],
    reviewMicro: isReviewed ? 0n : settings.withdrawalReviewMicro[currency],
    dailyCapMicro: settings.withdrawalDailyCapMicro[currency],
  };
}

/** Time for which an admin answers for the receipts of the hot wallet that they credited. */
export const CREDIT_WATCHED_MS = 30 * DAY_MS;

async function wasCredited(db: Queryable, { userId, currency, now }: LimitsRequest): Promise<boolean> {
  const credited = await db
    .selectFrom('deposit')
    .select('id')
    .where('userId', '=', userId)
    .where('currency', '=', currency)
    .where('attributedAt', '>', now - CREDIT_WATCHED_MS)
    .limit(1)
    .executeTakeFirst();
  return credited !== undefined;
}

/**
 * New addresses that a user pays on TRON in a UTC day without a review. The network takes 1.1 TRX for the first payment to an address, out of
 * the operator's own funds, and the user can send the coins back in and withdraw them to the next one.
 */
const NEW_ON_TRON_MAX = 3;
/** Nothing leaves the pool in these. One that waits for a review may never be paid. */
const NOT_LET_THROUGH = [...UNPAID_STATES, 'requested', 'reviewing'] as const;

async function paysTooManyNew(
  db: Queryable,
  { userId, currency, address, now }: LimitsRequest,
): Promise<boolean> {
  if (address === undefined || NETWORK_OF[currency] !== 'TRON') return false;
  if (!(await isNewPayee(db, { userId, currency, address }, NOT_LET_THROUGH))) return false;
  const dayStart = utcDayStart(now);
  const { payees } = await db
    .selectFrom('withdrawal as today')
    .where('userId', '=', userId)
    .where('createdAt', '>=', dayStart)
    .where('currency', '=', currency)
    .where('source', '=', 'user')
    .where('state', 'not in', UNPAID_STATES)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('withdrawal as earlier')
            .select('id')
            .whereRef('earlier.userId', '=', 'today.userId')
            .whereRef('earlier.address', '=', 'today.address')
            .where('createdAt', '<', dayStart)
            .where('state', 'not in', NOT_LET_THROUGH),
        ),
      ),
    )
    .select(({ fn }) => fn.count<number>('address').distinct().as('payees'))
    .executeTakeFirstOrThrow();
  return Number(payees) >= NEW_ON_TRON_MAX;
}

/** Sums requested since the UTC day began, by a user and by the whole pool. */
export async function readToday(
  db: Queryable,
  request: { userId: UserId; currency: Currency; now: number },
): Promise<Pick<WithdrawalFacts, 'userTodayMicro' | 'poolTodayMicro'>> {
  const { userTodayMicro } = await db
    .selectFrom('withdrawal')
    .where('userId', '=', request.userId)
    .where('createdAt', '>=', utcDayStart(request.now))
    .where('currency', '=', request.currency)
    .where('source', '=', 'user')
    .where('state', 'not in', UNPAID_STATES)
    .select(sumMicro(sql`amount_micro`).as('userTodayMicro'))
    .executeTakeFirstOrThrow();
  return { userTodayMicro, poolTodayMicro: await readRequestedMicro(db, { source: 'user', ...request }) };
}

/** Minimum, fee, what is left of the limits of today, and recent addresses, for each currency of a user. */
export async function getWithdrawalLimits(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'settings'>,
  userId: UserId,
): Promise<OwnLimits[]> {
  const now = deps.clock.now();
  return Promise.all(
    USER_CURRENCIES.map(async (currency) => {
      const limits = await readLimits(deps.db.read, deps, { userId, currency, now });
      const today = await readToday(deps.db.read, { userId, currency, now });
      return {
        currency,
        minimumMicro: limits.minimumMicro,
        feeMicro: limits.feeMicro,
        reviewAboveMicro: limits.reviewMicro,
        requestedTodayMicro: today.userTodayMicro,
        withoutReviewMicro: subtract(limits.reviewMicro, today.userTodayMicro),
        poolLeftTodayMicro: subtract(limits.dailyCapMicro, today.poolTodayMicro),
        recentAddresses: await listRecentAddresses(deps.db.read, { userId, currency }),
      };
    }),
  );
}

function subtract(micro: bigint, lessMicro: bigint): bigint {
  return micro > lessMicro ? micro - lessMicro : 0n;
}

async function listRecentAddresses(
  db: Queryable,
  { userId, currency }: { userId: UserId; currency: Currency },
): Promise<string[]> {
  const rows = await db
    .selectFrom('withdrawal')
    .select(['address', 'currency'])
    .where('userId', '=', userId)
    .where('source', '=', 'user')
    .where('state', 'not in', UNPAID_STATES)
    .orderBy('createdAt', 'desc')
    .limit(RECENT_ROWS)
    .execute();
  const own = rows.filter((row) => row.currency === currency).map(({ address }) => address);
  return [...new Set(own)].slice(0, RECENT_MAX);
}
