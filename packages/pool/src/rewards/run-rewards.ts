import {
  type Currency,
  createId,
  DAY_MS,
  formatAmount,
  mulDivFloor,
  RATE_SCALE_PPB,
  type RewardRunId,
  USER_CURRENCIES,
} from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import { lockBalances, postTransferRows } from '@glasspool/ledger';
import { sql } from 'kysely';
import { reserve } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { recordDailyTotal } from '../totals/index.ts';
import { enqueueEvent } from '../webhooks/index.ts';
import {
  type DueScope,
  dueInvestments,
  dueReferrals,
  partOf,
  readDueTotals,
  readPayments,
  sumReferrals,
} from './due-rows.ts';
import { planShares, type RunShares } from './rules.ts';

export interface RewardRun {
  readonly id: RewardRunId;
  readonly currency: Currency;
  readonly runAt: number;
  readonly investments: number;
  readonly dueMicro: bigint;
  readonly paidMicro: bigint;
  readonly referralDueMicro: bigint;
  readonly referralPaidMicro: bigint;
  readonly reserveAfterMicro: bigint;
}

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random' | 'events'>;

/**
 * Pays every reward that is due, one day of each investment a run, until nothing is due (decisions.md 3).
 * After three days without a server there are three runs: a missed period is paid as a day of its own.
 */
export async function runRewards(deps: Deps): Promise<RewardRun[]> {
  const runs: RewardRun[] = [];
  for (const currency of USER_CURRENCIES) {
    for (let run = await runOnce(deps, currency); run !== undefined; run = await runOnce(deps, currency))
      runs.push(run);
  }
  return runs;
}

/**
 * One run: a fixed number of statements in one transaction, however many investments are due. Rewards and the inviters' shares
 * of them come out of the same reserve; when it cannot cover all, everyone is paid the same smaller share, rounded down, and
 * the shortfall is not owed.
 */
async function runOnce(deps: Deps, currency: Currency): Promise<RewardRun | undefined> {
  const scope = { currency, now: deps.clock.now() };
  return deps.db.transaction(async (tx) => {
    // Locked first: two runs at once follow each other, and the second finds nothing due.
    const [reserveMicro = 0n] = await lockBalances(tx, [reserve(currency)]);
    const due = await readDueTotals(tx, scope);
    if (due.investments === 0) return undefined;
    const referralMicro = await sumReferrals(tx, scope);

    const shares = planShares({ dueMicro: due.dueMicro, referralMicro, reserveMicro });

    const payments = await readPayments(tx, scope, shares);
    const run = {
      id: createId('rewardRun', deps),
      currency,
      runAt: scope.now,
      ...due,
      ...payments,
      targetRatePpb: Number(mulDivFloor(due.dueMicro, RATE_SCALE_PPB, due.principalMicro)),
      effectiveRatePpb: Number(mulDivFloor(payments.paidMicro, RATE_SCALE_PPB, due.principalMicro)),
      reserveBeforeMicro: reserveMicro,
      reserveAfterMicro: reserveMicro - payments.paidMicro - payments.referralPaidMicro,
    };
    await tx.insertInto('rewardRun').values(run).execute();
    await insertRows(tx, scope, run.id, shares);
    await payRows(tx, run);
    const takenMicro = payments.paidMicro + payments.referralPaidMicro;
    await recordDailyTotal(tx, { kind: 'reward', currency, amountMicro: takenMicro, at: scope.now });
    await advanceInvestments(tx, run.id);
    await tellWebhooks(tx, deps, run);
    tx.onCommit(() => deps.events.emitToAll('rewards.paid'));
    return run;
  });
}

async function insertRows(
  tx: Transaction,
  scope: DueScope,
  runId: RewardRunId,
  shares: RunShares,
): Promise<void> {
  const capped = partOf(tx, sql<bigint>`due_micro`, shares.referral);
  await sql`insert into reward (investment_id, day, user_id, currency, run_id, due_micro, paid_micro, created_at)
    select investment_id, day, user_id, ${sql.lit(scope.currency)}, ${sql.lit(runId)}, due_micro,
      ${partOf(tx, sql<bigint>`due_micro`, shares.all)}, ${sql.lit(scope.now)}
    from (${dueInvestments(tx, scope)}) as due`.execute(tx);
  await sql`insert into referral_reward (investment_id, day, level, user_id, currency, run_id, due_micro, paid_micro, created_at)
    select investment_id, day, level, user_id, ${sql.lit(scope.currency)}, ${sql.lit(runId)}, ${capped},
      ${partOf(tx, capped, shares.all)}, ${sql.lit(scope.now)}
    from (${dueReferrals(tx, scope)}) as referral`.execute(tx);
}

async function payRows(tx: Transaction, run: RewardRun): Promise<void> {
  const from = reserve(run.currency);
  const createdAt = run.runAt;
  if (run.paidMicro > 0n) {
    const rows = sql<{ reference: string; toPath: string; amountMicro: bigint }>`
      select 'reward/' || investment_id || '/' || day as reference,
        'user/' || user_id || '/withdrawable' as to_path, paid_micro as amount_micro
      from reward where run_id = ${run.id} and paid_micro > 0`;
    await postTransferRows(tx, rows, { from, kind: 'reward', createdAt });
  }
  if (run.referralPaidMicro > 0n) {
    const rows = sql<{ reference: string; toPath: string; amountMicro: bigint }>`
      select 'referral-reward/' || investment_id || '/' || day || '/' || level as reference,
        'user/' || user_id || '/referral' as to_path, paid_micro as amount_micro
      from referral_reward where run_id = ${run.id} and paid_micro > 0`;
    await postTransferRows(tx, rows, { from, kind: 'referral-reward', createdAt });
  }
}

/** Only for users who have one: a run of a million rewards stays a fixed number of statements for all others. */
async function tellWebhooks(tx: Transaction, deps: Deps, { id, currency }: RewardRun): Promise<void> {
  const paid = await tx
    .selectFrom('reward')
    .select(['investmentId', 'userId', 'day', 'paidMicro'])
    .where('runId', '=', id)
    .where('paidMicro', '>', 0n)
    .where('userId', 'in', (eb) => eb.selectFrom('webhook').select('userId').where('removedAt', 'is', null))
    .orderBy('investmentId')
    .execute();
  for (const { investmentId, userId, day, paidMicro } of paid) {
    const data = { investmentId, currency, day, amount: formatAmount(paidMicro) };
    await enqueueEvent(tx, deps, { userId, event: 'reward.paid', data });
  }
}

async function advanceInvestments(tx: Transaction, runId: RewardRunId): Promise<void> {
  await sql`update investment set
      rewarded_days = r.day,
      rewarded_micro = rewarded_micro + r.paid_micro,
      next_reward_at = case when r.day < r.term_days then investment.created_at + (r.day + 1) * ${sql.lit(DAY_MS)} else null end
    from (
      select reward.investment_id, reward.day, reward.paid_micro, terms.term_days
      from reward
      join investment i on i.id = reward.investment_id
      join terms on terms.version = i.terms_version
      where reward.run_id = ${runId}
    ) as r
    where investment.id = r.investment_id`.execute(tx);
}
