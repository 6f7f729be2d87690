// The rules of rewards once more (docs/books.md, Reward runs), written apart from the pool's code, over lists in memory. Its input is what
// cannot be wrong without another oracle seeing it: who invested how much and when, what the reserve was funded with, and when runs were.
import { DAY_MS } from '@glasspool/core';
import type { World } from './world.ts';

const PPM = 1_000_000n;
const PPB = 1_000_000_000n;
/** Terms that stories begin with. */
const RATE_PPM = 20_000n;
const TERM_DAYS = 30;
const REFERRAL_RATES_PPM = [50_000n, 30_000n, 10_000n];
const REFERRAL_CAP_PPM = 50_000n;

interface Stake {
  readonly userId: string;
  readonly currency: string;
  readonly principal: bigint;
  readonly startedAt: number;
  daysPaid: number;
}

/** Sums by a text. */
export class Sums {
  readonly #sums = new Map<string, bigint>();

  add(key: string, amount: bigint): void {
    this.#sums.set(key, this.get(key, 0n) + amount);
  }

  get(key: string, otherwise: bigint): bigint {
    return this.#sums.get(key) ?? otherwise;
  }
}

/** Rewards and referral rewards of each user, by `userId currency`, of every run so far. */
export async function expectedRewards(world: World): Promise<Sums> {
  const rewards = new Sums();
  const stakes = await readStakes(world);
  const inviters = new Map(world.people.map(({ userId, invitedBy }) => [String(userId), invitedBy]));
  const spent = new Sums();
  for (const run of await readRuns(world)) {
    const due = stakes.filter((one) => one.currency === run.currency && isDue(one, run.dueUntil));
    const reserve = run.fundedBefore - spent.get(run.currency, 0n);
    const paid = payRun(due, { reserve, inviters });
    for (const { userId, amount } of paid) {
      rewards.add(`${userId} ${run.currency}`, amount);
      spent.add(run.currency, amount);
    }
    for (const stake of due) stake.daysPaid += 1;
    world.counters.count('reward run');
    if (paid.length === 0) world.counters.count('reward run of an empty reserve');
  }
  world.counters.count(
    'day of an investment rewarded',
    stakes.reduce((sum, { daysPaid }) => sum + daysPaid, 0),
  );
  return rewards;
}

function isDue({ startedAt, daysPaid }: Stake, until: number): boolean {
  return daysPaid < TERM_DAYS && startedAt + (daysPaid + 1) * DAY_MS <= until;
}

/** One day of each stake: everyone the same share of what is due, rounded down, inviters included. */
function payRun(
  stakes: readonly Stake[],
  given: { reserve: bigint; inviters: ReadonlyMap<string, string | undefined> },
): { userId: string; amount: bigint }[] {
  const own = stakes.map(({ userId, principal }) => ({ userId, due: (principal * RATE_PPM) / PPM }));
  const invited = own.flatMap(({ userId, due }) => {
    const rows: { userId: string; due: bigint }[] = [];
    let above = given.inviters.get(userId);
    for (const rate of REFERRAL_RATES_PPM) {
      if (above === undefined) break;
      rows.push({ userId: above, due: (due * rate) / PPM });
      above = given.inviters.get(above);
    }
    return rows;
  });
  const sum = (rows: readonly { due: bigint }[]): bigint => rows.reduce((all, { due }) => all + due, 0n);
  const cap = (sum(own) * REFERRAL_CAP_PPM) / PPM;
  const capShare = shareOf(cap, sum(invited));
  const capped = (sum(invited) * capShare) / PPB;
  const share = shareOf(given.reserve, sum(own) + capped);
  return [
    ...own.map(({ userId, due }) => ({ userId, amount: (due * share) / PPB })),
    ...invited.map(({ userId, due }) => ({ userId, amount: (((due * capShare) / PPB) * share) / PPB })),
  ].filter(({ amount }) => amount > 0n);
}

function shareOf(available: bigint, due: bigint): bigint {
  return due <= available ? PPB : (available * PPB) / due;
}

async function readStakes({ db }: World): Promise<Stake[]> {
  const rows = await db.read
    .selectFrom('investment')
    .select(['userId', 'currency', 'principalMicro', 'createdAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ userId, currency, principalMicro, createdAt }) => ({
    userId,
    currency,
    principal: principalMicro,
    startedAt: createdAt,
    daysPaid: 0,
  }));
}

interface Run {
  readonly currency: string;
  readonly dueUntil: number;
  /** All that the reserve was funded with before the share was fixed. */
  readonly fundedBefore: bigint;
}

async function readRuns({ db }: World): Promise<Run[]> {
  const runs = await db.read
    .selectFrom('rewardRun')
    .select(['id', 'currency', 'dueUntil', 'runAt', 'reserveBeforeMicro', 'paidMicro', 'referralPaidMicro'])
    .where('state', '=', 'closed')
    .orderBy('dueUntil')
    .orderBy('runAt')
    .execute();
  const spent = new Sums();
  return runs.map((run) => {
    const fundedBefore = (run.reserveBeforeMicro ?? 0n) + spent.get(run.currency, 0n);
    spent.add(run.currency, run.paidMicro + run.referralPaidMicro);
    return { currency: run.currency, dueUntil: run.dueUntil, fundedBefore };
  });
}
