import { setImmediate } from 'node:timers/promises';
import { formatAmount, planShares, type RewardRunId } from '@glasspool/core';
import { poolAccount, rewardReserve, transfers } from '@glasspool/core/books';
import { sumMicro, type Transaction } from '@glasspool/db';
import { enqueueEvent } from '@glasspool/identity/webhooks';
import { lockBalances, postBatch, postNew } from '@glasspool/ledger';
import { fromHex, LogBuilder, toHex } from '@glasspool/proof';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import { recordDailyTotal } from '../totals/index.ts';
import { lockRun, type RunRow, readScope } from './collect.ts';
import { readPageRoot } from './page-root.ts';
import { duePage, nextRewardSql, type RunScope, referralRows, shareSql } from './rows.ts';

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random' | 'events' | 'nonceKey' | 'hash'>;

/** Fixes the share of a run, and takes what it will pay from the reserve of its version. */
export async function fixShare(deps: Pick<PoolDeps, 'db'>, id: RewardRunId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const run = await lockRun(tx, id, 'fixing');
    if (run === undefined) return;
    const { currency, termsVersion, dueMicro, referralDueMicro, runAt } = run;
    const { terms } = await readScope(tx, run);
    const [reserveMicro = 0n] = await lockBalances(tx, [
      rewardReserve(termsVersion, currency),
      poolAccount('pool/rewardsPayable', currency),
    ]);
    const { referralCapPpm } = terms;
    const shares = planShares({ dueMicro, referralDueMicro, referralCapPpm, reserveMicro });
    const { fixedMicro } = shares;
    await tx
      .updateTable('rewardRun')
      .set({ ...shares, reserveBeforeMicro: reserveMicro, state: 'paying' })
      .where('id', '=', id)
      .execute();
    if (fixedMicro === 0n) return;
    const taken = { runId: id, termsVersion, currency, amountMicro: fixedMicro };
    await postNew(tx, transfers.fixRewardRun(taken), runAt);
    await recordDailyTotal(tx, { kind: 'reward', currency, amountMicro: fixedMicro, at: runAt });
  });
}

/** Pays the next page of a run; once no investment is left, closes the run. Whether this call closed it. */
export async function payPage(deps: Deps, id: RewardRunId, limit: number): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const run = await lockRun(tx, id, 'paying');
    if (run === undefined) return false;
    if (run.paidInvestments === run.investments) {
      await close(tx, deps, run);
      return true;
    }
    const scope = await readScope(tx, run);
    const page = run.pages + 1;
    await writeRows(tx, run, { scope, page, limit });
    const sums = await sumPage(tx, run, page);
    if (sums.investments === 0)
      throw new Error(
        `The reward run ${id} has ${run.investments - run.paidInvestments} investments left, and none is due.`,
      );
    // SQLite blocks the thread for each statement, so timers and sockets get their turn between the long ones.
    await setImmediate();
    await creditPage(tx, run, page);
    await setImmediate();
    await advanceInvestments(tx, scope, limit);
    await setImmediate();
    const { rows, root } = await readPageRoot(tx, deps, { runId: id, page });
    await tx
      .insertInto('rewardPage')
      .values({ runId: id, page, rows, root: toHex(root) })
      .execute();
    await tx
      .updateTable('rewardRun')
      .set((eb) => ({
        pages: page,
        paidInvestments: eb('paidInvestments', '+', sums.investments),
        paidMicro: eb('paidMicro', '+', sums.paidMicro),
        referralPaidMicro: eb('referralPaidMicro', '+', sums.referralPaidMicro),
      }))
      .where('id', '=', id)
      .execute();
    await notifyWebhooks(tx, deps, run, page);
    await setImmediate();
    return false;
  });
}

async function writeRows(
  tx: Transaction,
  run: RunRow,
  { scope, page, limit }: { scope: RunScope; page: number; limit: number },
): Promise<void> {
  const { sharePpb, referralSharePpb } = computeShares(run);
  const due = duePage(scope, { limit });
  // Parameters, so that the statement of every page is the same and is prepared once.
  const constants = sql`${sql.lit(run.currency)}, cast(${run.id} as text), cast(${page} as integer)`;
  const createdAt = sql`cast(${run.runAt} as bigint)`;
  await sql`insert into reward (investment_id, day, user_id, currency, run_id, page, due_micro, paid_micro, created_at)
    select investment_id, day, user_id, ${constants}, due_micro, ${shareSql(sql<bigint>`due_micro`, sharePpb)},
      ${createdAt}
    from (${due}) as due`.execute(tx);
  const written = sql`select investment_id, user_id, day, due_micro from reward where run_id = ${run.id} and page = ${page}`;
  const capped = shareSql(sql<bigint>`due_micro`, referralSharePpb);
  await sql`insert into referral_reward
      (investment_id, day, level, user_id, currency, run_id, page, due_micro, paid_micro, created_at)
    select investment_id, day, level, user_id, ${constants}, ${capped}, ${shareSql(capped, sharePpb)}, ${createdAt}
    from (${referralRows(written, scope)}) as referral`.execute(tx);
}

async function creditPage(tx: Transaction, run: RunRow, page: number): Promise<void> {
  const readRows = (table: string) =>
    sql<{
      userId: string;
      amountMicro: bigint;
    }>`select user_id, paid_micro as amount_micro from ${sql.table(table)}
      where run_id = ${run.id} and page = ${page} and paid_micro > 0`;
  await postBatch(tx, transfers.rewardPage(run.id, page), {
    from: poolAccount('pool/rewardsPayable', run.currency),
    credits: [
      { name: 'withdrawable', rows: readRows('reward') },
      { name: 'referral', rows: readRows('referral_reward') },
    ],
    createdAt: run.runAt,
  });
}

interface PageSums {
  readonly investments: number;
  readonly paidMicro: bigint;
  readonly referralPaidMicro: bigint;
}

async function sumPage(tx: Transaction, { id }: RunRow, page: number): Promise<PageSums> {
  const { rows } =
    await sql<PageSums>`select count(*) as investments, ${sumMicro(sql`paid_micro`)} as paid_micro,
      (select ${sumMicro(sql`paid_micro`)} from referral_reward where run_id = ${id} and page = ${page}) as referral_paid_micro
    from reward where run_id = ${id} and page = ${page}`.execute(tx);
  return rows[0] ?? { investments: 0, paidMicro: 0n, referralPaidMicro: 0n };
}

/**
 * Moves the investments of the page on by a day: the same ones that were written above, for nothing else changes what is due while the
 * run is locked.
 */
async function advanceInvestments(tx: Transaction, scope: RunScope, limit: number): Promise<void> {
  const due = duePage(scope, { limit });
  await sql`update investment set
      rewarded_micro = rewarded_micro + (select r.paid_micro from reward r
        where r.investment_id = investment.id and r.day = investment.rewarded_days + 1),
      next_reward_at = ${nextRewardSql(scope)},
      rewarded_days = rewarded_days + 1
    where id in (select investment_id from (${due}) as due)`.execute(tx);
}

/** Returns what rounding left, and stores the root of all rows. */
async function close(tx: Transaction, deps: Deps, run: RunRow): Promise<void> {
  const { id, currency, termsVersion, fixedMicro, paidMicro, referralPaidMicro, runAt } = run;
  const amountMicro = (fixedMicro ?? 0n) - paidMicro - referralPaidMicro;
  if (amountMicro > 0n) {
    await lockBalances(tx, [
      rewardReserve(termsVersion, currency),
      poolAccount('pool/rewardsPayable', currency),
    ]);
    await postNew(tx, transfers.returnRemainder({ runId: id, termsVersion, currency, amountMicro }), runAt);
    await recordDailyTotal(tx, { kind: 'reward', currency, amountMicro: -amountMicro, at: runAt });
  }
  const pages = await tx
    .selectFrom('rewardPage')
    .select('root')
    .where('runId', '=', id)
    .orderBy('page')
    .execute();
  const log = new LogBuilder();
  for (const { root } of pages) log.push(fromHex(root));
  await tx
    .updateTable('rewardRun')
    .set({ state: 'closed', root: toHex(log.root()), closedAt: deps.clock.now() })
    .where('id', '=', id)
    .execute();
  tx.onCommit(() => deps.events.emitToAll('rewards.paid'));
}

/** Only for users who have one. */
async function notifyWebhooks(
  tx: Transaction,
  deps: Deps,
  { id, currency }: RunRow,
  page: number,
): Promise<void> {
  const paid = await tx
    .selectFrom('reward')
    .select(['investmentId', 'userId', 'day', 'paidMicro'])
    .where('runId', '=', id)
    .where('page', '=', page)
    .where('paidMicro', '>', 0n)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook')
          .select('webhook.id')
          .whereRef('webhook.userId', '=', 'reward.userId')
          .where('webhook.removedAt', 'is', null),
      ),
    )
    .orderBy('investmentId')
    .execute();
  for (const { investmentId, userId, day, paidMicro } of paid) {
    const data = { investmentId, currency, day, amount: formatAmount(paidMicro) };
    await enqueueEvent(tx, deps, { userId, event: 'reward.paid', data });
  }
}

function computeShares({ id, sharePpb, referralSharePpb }: RunRow): {
  sharePpb: number;
  referralSharePpb: number;
} {
  if (sharePpb === null || referralSharePpb === null) throw new Error(`The share of ${id} is not fixed.`);
  return { sharePpb, referralSharePpb };
}
