import { type Currency, createId, DAY_MS, type InvestmentId, type RewardRunId } from '@glasspool/core';
import {
  isUniqueViolation,
  lockRows,
  type Queryable,
  type Row,
  shutGate,
  sumMicro,
  type Transaction,
} from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import { findLastRunAt, getTerms } from '../investments/index.ts';
import { duePage, type RunScope, referralRows } from './rows.ts';

export type RunRow = Row<'rewardRun'>;

/** Run of a currency and version that is not closed. */
export function findOpenRun(db: Queryable, currency: Currency): Promise<RunRow | undefined> {
  return (
    db
      .selectFrom('rewardRun')
      .selectAll()
      .where('currency', '=', currency)
      // A literal, so that the partial index serves it.
      .where(sql<boolean>`state <> 'closed'`)
      .orderBy('termsVersion')
      .limit(1)
      .executeTakeFirst()
  );
}

/** Rewards that are due and have no run yet: those until `dueUntil`, less than a day after the oldest of them. */
export interface DueRewards {
  readonly currency: Currency;
  readonly termsVersion: number;
  readonly dueUntil: number;
  /** Time at which they were found due, and not before that of the newest run of the currency: clocks differ a little. */
  readonly runAt: number;
}

/**
 * Finds the rewards that the next run is for. Its scope ends less than a day after the oldest, so that every investment is in it once: a
 * missed period is paid as days of its own. Undefined when nothing is due.
 */
export async function findDueRewards(
  deps: Pick<PoolDeps, 'db' | 'clock'>,
  currency: Currency,
): Promise<DueRewards | undefined> {
  const now = deps.clock.now();
  const versions = await deps.db.read
    .selectFrom('termsPrincipal')
    .select('termsVersion')
    .where('currency', '=', currency)
    .where('investments', '>', 0)
    .orderBy('termsVersion')
    .execute();
  for (const { termsVersion } of versions) {
    const oldestAt = await findOldestDueAt(deps.db.read, { currency, termsVersion, until: now });
    if (oldestAt === undefined) continue;
    const runAt = Math.max(now, await findLastRunAt(deps.db.read, currency));
    const dueUntil = Math.min(runAt, oldestAt + DAY_MS - 1);
    return { currency, termsVersion, dueUntil, runAt };
  }
  return undefined;
}

async function findOldestDueAt(
  db: Queryable,
  { currency, termsVersion, until }: { currency: Currency; termsVersion: number; until: number },
): Promise<number | undefined> {
  const oldest = await db
    .selectFrom('investment')
    .select('nextRewardAt')
    .where('currency', '=', currency)
    .where('termsVersion', '=', termsVersion)
    .where('nextRewardAt', '<=', until)
    .orderBy('nextRewardAt')
    .limit(1)
    .executeTakeFirst();
  return oldest?.nextRewardAt ?? undefined;
}

/**
 * Opens a run, unless another process did at the same moment: both go on with that one, if it is not closed by now. Undefined also where
 * another run has paid since what was found due, or is of a later time: what is due is to be found again.
 */
export async function openRun(
  deps: Pick<PoolDeps, 'db' | 'clock' | 'random'>,
  due: DueRewards,
): Promise<RewardRunId | undefined> {
  const id = createId('rewardRun', deps);
  try {
    return await deps.db.transaction(async (tx) => {
      // Pauses that began before are stored by now, and later ones find the run.
      await shutGate(tx, 'rewardRuns');
      if ((await findLastRunAt(tx, due.currency)) > due.runAt) return undefined;
      if ((await findOldestDueAt(tx, { ...due, until: due.dueUntil })) === undefined) return undefined;
      await tx
        .insertInto('rewardRun')
        .values({ ...due, id, state: 'collecting' })
        .execute();
      return id;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return (await findOpenRun(deps.db.read, due.currency))?.id;
  }
}

/** The run, locked until the transaction ends, if it still is in the state that the step is for. */
export async function lockRun(
  tx: Transaction,
  id: RewardRunId,
  state: RunRow['state'],
): Promise<RunRow | undefined> {
  const query = tx.selectFrom('rewardRun').selectAll().where('id', '=', id);
  const run = await lockRows(tx, query).executeTakeFirstOrThrow();
  return run.state === state ? run : undefined;
}

export async function readScope(db: Queryable, run: RunRow): Promise<RunScope> {
  const { currency, runAt, dueUntil, termsVersion } = run;
  return { currency, runAt, dueUntil, terms: await getTerms(db, termsVersion) };
}

interface PageSums {
  readonly investments: number;
  readonly principalMicro: bigint;
  readonly dueMicro: bigint;
  readonly lastAt: number | null;
  readonly lastId: InvestmentId | null;
}

/** Adds the next page of due investments to the totals of the run; after the last one the share can be fixed. */
export async function collectPage(deps: Pick<PoolDeps, 'db'>, id: RewardRunId, limit: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const run = await lockRun(tx, id, 'collecting');
    if (run === undefined) return;
    const scope = await readScope(tx, run);
    const after =
      run.cursorAt === null || run.cursorId === null ? undefined : { at: run.cursorAt, id: run.cursorId };
    const page = duePage(scope, { after, limit });
    const { rows } = await sql<PageSums>`
      select count(*) as investments, ${sumMicro(sql`principal_micro`)} as principal_micro,
        ${sumMicro(sql`due_micro`)} as due_micro, max(next_reward_at) as last_at,
        max(case when next_reward_at = (select max(next_reward_at) from (${page}) as same) then investment_id end) as last_id
      from (${page}) as page`.execute(tx);
    const referrals = await sql<{ dueMicro: bigint }>`
      select ${sumMicro(sql`due_micro`)} as due_micro from (${referralRows(page, scope)}) as referral`.execute(
      tx,
    );
    const sums = rows[0];
    if (sums === undefined) throw new Error('A sum over rows has one row.');
    await tx
      .updateTable('rewardRun')
      .set((eb) => ({
        investments: eb('investments', '+', sums.investments),
        principalMicro: eb('principalMicro', '+', sums.principalMicro),
        dueMicro: eb('dueMicro', '+', sums.dueMicro),
        referralDueMicro: eb('referralDueMicro', '+', referrals.rows[0]?.dueMicro ?? 0n),
        ...(sums.lastAt === null ? {} : { cursorAt: sums.lastAt, cursorId: sums.lastId }),
        ...(sums.investments < limit ? { state: 'fixing' as const } : {}),
      }))
      .where('id', '=', id)
      .execute();
  });
}
