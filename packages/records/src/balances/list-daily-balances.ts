import { type Currency, DAY_MS, type UserId, utcDayStart } from '@glasspool/core';
import { USER_BALANCES, type UserBalance, userAccount } from '@glasspool/core/books';
import { getBalance, listNewestPostings } from '@glasspool/ledger';
import type { PoolDeps } from '@glasspool/pool/deps';

const DAYS = 30;
/** Maximum of postings that are read per balance. A balance with more of them in 30 days starts later in the chart. */
const POSTINGS_MAX = 1_000;

/** Balances of a user at one time. Amounts in micro-units. */
export interface DailyBalance {
  /** End of a UTC day, or now for the last one. */
  readonly at: number;
  readonly investedMicro: bigint;
  /** Sum of the user's other balances: wallet, withdrawable, on hold, referral rewards. */
  readonly freeMicro: bigint;
}

/**
 * Balances of a user at the end of each of the last 30 UTC days, oldest first, and now. They are today's balances less the postings since.
 * Days that are older than the postings that were read are left out.
 */
export async function listDailyBalances(
  { db, clock }: Pick<PoolDeps, 'db' | 'clock'>,
  request: { userId: UserId; currency: Currency },
): Promise<DailyBalance[]> {
  const now = clock.now();
  const lines = await Promise.all(USER_BALANCES.map((name) => readLine(db, { ...request, name })));
  const reaches = Math.max(...lines.map(({ since }) => since));
  const firstEnd = utcDayStart(now) - (DAYS - 1) * DAY_MS;
  const ends = Array.from({ length: DAYS }, (_, day) => firstEnd + day * DAY_MS);
  return [...ends.filter((end) => end >= reaches), now].map((at) => {
    const micro = (isIncluded: (name: UserBalance) => boolean): bigint =>
      lines.reduce((sum, line) => (isIncluded(line.name) ? sum + line.microAt(at) : sum), 0n);
    return {
      at,
      investedMicro: micro((name) => name === 'invested'),
      freeMicro: micro((name) => name !== 'invested'),
    };
  });
}

interface Line {
  readonly name: UserBalance;
  /** Time from which on the balance is known. */
  readonly since: number;
  /** Returns the balance at a time, including postings of that very moment. */
  microAt(at: number): bigint;
}

async function readLine(
  db: PoolDeps['db'],
  { userId, currency, name }: { userId: UserId; currency: Currency; name: UserBalance },
): Promise<Line> {
  const account = userAccount(userId, name, currency);
  const balanceMicro = await getBalance(db.read, account);
  const postings = await listNewestPostings(db.read, account, { limit: POSTINGS_MAX });
  const oldest = postings.at(-1);
  return {
    name,
    since: postings.length === POSTINGS_MAX && oldest !== undefined ? oldest.createdAt + 1 : 0,
    microAt: (at) =>
      postings.reduce(
        (micro, { amountMicro, createdAt }) => (createdAt > at ? micro - amountMicro : micro),
        balanceMicro,
      ),
  };
}
