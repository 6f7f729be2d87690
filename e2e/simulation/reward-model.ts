// A second implementation of the reward rules (docs/books.md, Reward runs), independent of the pool's code, over lists in memory. Its
// inputs are facts that other oracles check: investments with their amounts, times and terms, the funding of reserves, the times of runs,
// and the pauses of investments.
import { DAY_MS, type Terms } from '@glasspool/core';
import { listTerms } from '@glasspool/pool/investments';
import type { World } from './world.ts';

const PPM = 1_000_000n;
const PPB = 1_000_000_000n;

interface Stake {
  readonly id: string;
  readonly userId: string;
  readonly scope: string;
  readonly principal: bigint;
  readonly startedAt: number;
  daysPassed: number;
}

/** Sums by key. */
export class Sums {
  readonly #sums = new Map<string, bigint>();

  add(key: string, amount: bigint): void {
    this.#sums.set(key, this.get(key, 0n) + amount);
  }

  get(key: string, otherwise: bigint): bigint {
    return this.#sums.get(key) ?? otherwise;
  }
}

/** Rewards and referral rewards of each user from all runs so far, by `userId currency`. */
export async function expectedRewards(world: World): Promise<Sums> {
  const rewards = new Sums();
  const stakes = await readStakes(world);
  const versions = new Map((await listTerms(world.calm)).map((terms) => [terms.version, terms]));
  const inviters = new Map(world.people.map(({ userId, invitedBy }) => [String(userId), invitedBy]));
  for (const run of await readRuns(world)) {
    const terms = versions.get(run.termsVersion);
    if (terms === undefined) throw new Error(`A run has terms ${run.termsVersion}, which no one published.`);
    const due = stakes.filter(
      (one) => one.scope === scopeOf(run) && isDue(one, { until: run.dueUntil, terms }),
    );
    const active = due.filter(({ id }) => !world.pauses.includes(id, run.runAt));
    const paid = payRun(active, { reserve: run.reserve, inviters, terms });
    for (const { userId, amount } of paid) rewards.add(`${userId} ${run.currency}`, amount);
    for (const stake of due) stake.daysPassed += 1;
    countRun(world, { terms, paid: paid.length, due: due.length, active: active.length });
  }
  return rewards;
}

function countRun(
  { counters }: World,
  { terms, paid, due, active }: { terms: Terms; paid: number; due: number; active: number },
): void {
  counters.count('reward run');
  counters.count('day of an investment rewarded', due);
  if (paid === 0) counters.count('reward run of an empty reserve');
  if (terms.version > 1) counters.count('reward run under newer terms');
  if (active < due) counters.count('reward run with a paused investment', due - active);
}

function scopeOf({ currency, termsVersion }: { currency: string; termsVersion: number }): string {
  return `${currency} ${termsVersion}`;
}

function isDue({ startedAt, daysPassed }: Stake, { until, terms }: { until: number; terms: Terms }): boolean {
  return daysPassed < terms.termDays && startedAt + (daysPassed + 1) * DAY_MS <= until;
}

/** Computes the rewards of one day. All stakes and inviters get the same share of their due amount, rounded down. */
function payRun(
  stakes: readonly Stake[],
  given: { reserve: bigint; inviters: ReadonlyMap<string, string | undefined>; terms: Terms },
): { userId: string; amount: bigint }[] {
  const { terms } = given;
  const rate = BigInt(terms.targetRatePpm);
  const own = stakes.map(({ userId, principal }) => ({ userId, due: (principal * rate) / PPM }));
  const invited = own.flatMap(({ userId, due }) => {
    const rows: { userId: string; due: bigint }[] = [];
    let above = given.inviters.get(userId);
    for (const share of terms.referralRatesPpm) {
      if (above === undefined) break;
      rows.push({ userId: above, due: (due * BigInt(share)) / PPM });
      above = given.inviters.get(above);
    }
    return rows;
  });
  const sum = (rows: readonly { due: bigint }[]): bigint => rows.reduce((all, { due }) => all + due, 0n);
  const cap = (sum(own) * BigInt(terms.referralCapPpm)) / PPM;
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
    .select(['id', 'userId', 'currency', 'termsVersion', 'principalMicro', 'createdAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userId: row.userId,
    scope: scopeOf(row),
    principal: row.principalMicro,
    startedAt: row.createdAt,
    daysPassed: 0,
  }));
}

interface Run {
  readonly currency: string;
  readonly termsVersion: number;
  readonly dueUntil: number;
  readonly runAt: number;
  /** Reserve of the run's terms when its share was fixed. The verifier checks it, by replaying the transfers. */
  readonly reserve: bigint;
}

async function readRuns({ db }: World): Promise<Run[]> {
  const runs = await db.read
    .selectFrom('rewardRun')
    .select(['currency', 'termsVersion', 'dueUntil', 'runAt', 'reserveBeforeMicro'])
    .where('state', '=', 'closed')
    .orderBy('dueUntil')
    .orderBy('runAt')
    .execute();
  return runs.map(({ reserveBeforeMicro, ...run }) => ({ ...run, reserve: reserveBeforeMicro ?? 0n }));
}
