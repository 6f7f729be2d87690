import {
  type Currency,
  createId,
  DAY_MS,
  mulDivFloor,
  RATE_SCALE_PPB,
  RATE_SCALE_PPM,
  type RewardRunId,
  USER_CURRENCIES,
} from '@glasspool/core';
import { mulDivFloorSql, sumMicro, type Transaction } from '@glasspool/db';
import { lockBalances, postTransferRows } from '@glasspool/ledger';
import { sql } from 'kysely';
import { reserve } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';

export interface RewardRun {
  readonly id: RewardRunId;
  readonly currency: Currency;
  readonly investments: number;
  readonly dueMicro: bigint;
  readonly paidMicro: bigint;
  readonly reserveAfterMicro: bigint;
}

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'random' | 'events'>;

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
 * One run: a fixed number of statements in one transaction, however many investments are due. When the reserve cannot
 * cover all that is due, everyone is paid the same smaller share, rounded down, and the shortfall is not owed.
 */
async function runOnce(deps: Deps, currency: Currency): Promise<RewardRun | undefined> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    // Locked first: two runs at once follow each other, and the second finds nothing due.
    const [reserveMicro = 0n] = await lockBalances(tx, [reserve(currency)]);
    const due = await readDue(tx, currency, now, reserveMicro);
    if (due.investments === 0) return undefined;

    const run = {
      id: createId('rewardRun', deps),
      currency,
      runAt: now,
      ...due,
      targetRatePpb: Number(mulDivFloor(due.dueMicro, RATE_SCALE_PPB, due.principalMicro)),
      effectiveRatePpb: Number(mulDivFloor(due.paidMicro, RATE_SCALE_PPB, due.principalMicro)),
      reserveBeforeMicro: reserveMicro,
      reserveAfterMicro: reserveMicro - due.paidMicro,
    };
    await tx.insertInto('rewardRun').values(run).execute();
    await insertRewards(tx, run, due.dueMicro);
    if (due.paidMicro > 0n) await payRewards(tx, run);
    await advanceInvestments(tx, run.id);
    tx.onCommit(() => deps.events.emitToAll('rewards.paid'));
    return run;
  });
}

interface Due {
  readonly investments: number;
  readonly principalMicro: bigint;
  readonly dueMicro: bigint;
  readonly paidMicro: bigint;
}

async function readDue(tx: Transaction, currency: Currency, now: number, reserveMicro: bigint): Promise<Due> {
  const total = await tx
    .selectFrom(dueInvestments(tx, currency, now).as('due'))
    .select((eb) => [
      eb.fn.countAll<number>().as('investments'),
      sumMicro(eb.ref('due.principalMicro')).as('principalMicro'),
      sumMicro(eb.ref('due.dueMicro')).as('dueMicro'),
    ])
    .executeTakeFirstOrThrow();
  if (total.dueMicro <= reserveMicro) return { ...total, paidMicro: total.dueMicro };
  const { paidMicro } = await tx
    .selectFrom(dueInvestments(tx, currency, now).as('due'))
    .select((eb) =>
      sumMicro(mulDivFloorSql(tx, eb.ref('due.dueMicro'), reserveMicro, total.dueMicro)).as('paidMicro'),
    )
    .executeTakeFirstOrThrow();
  return { ...total, paidMicro };
}

/** Each due investment with the reward of its next day at the target rate of its own terms. */
function dueInvestments(tx: Transaction, currency: Currency, now: number) {
  return tx
    .selectFrom('investment')
    .innerJoin('terms', 'terms.version', 'investment.termsVersion')
    .where('investment.currency', '=', currency)
    .where('investment.nextRewardAt', '<=', now)
    .select((eb) => [
      'investment.id',
      'investment.userId',
      'investment.rewardedDays',
      'investment.principalMicro',
      mulDivFloorSql(
        tx,
        eb.ref('investment.principalMicro'),
        eb.ref('terms.targetRatePpm'),
        RATE_SCALE_PPM,
      ).as('dueMicro'),
    ]);
}

async function insertRewards(
  tx: Transaction,
  run: { id: RewardRunId; currency: Currency; runAt: number; reserveBeforeMicro: bigint },
  dueTotalMicro: bigint,
): Promise<void> {
  const shareNumerator = dueTotalMicro <= run.reserveBeforeMicro ? dueTotalMicro : run.reserveBeforeMicro;
  await tx
    .insertInto('reward')
    .columns(['investmentId', 'day', 'userId', 'currency', 'runId', 'dueMicro', 'paidMicro', 'createdAt'])
    .expression(
      tx
        .selectFrom(dueInvestments(tx, run.currency, run.runAt).as('due'))
        .select((eb) => [
          'due.id',
          sql<number>`${eb.ref('due.rewardedDays')} + 1`.as('day'),
          'due.userId',
          sql<Currency>`cast(${run.currency} as text)`.as('currency'),
          sql<RewardRunId>`cast(${run.id} as text)`.as('runId'),
          'due.dueMicro',
          mulDivFloorSql(
            tx,
            eb.ref('due.dueMicro'),
            shareNumerator,
            dueTotalMicro > 0n ? dueTotalMicro : 1n,
          ).as('paidMicro'),
          sql<number>`cast(${run.runAt} as bigint)`.as('createdAt'),
        ]),
    )
    .execute();
}

async function payRewards(
  tx: Transaction,
  run: { id: RewardRunId; currency: Currency; runAt: number },
): Promise<void> {
  const rows = sql<{ reference: string; toPath: string; amountMicro: bigint }>`
    select 'reward/' || investment_id || '/' || day as reference,
      'user/' || user_id || '/withdrawable' as to_path, paid_micro as amount_micro
    from reward where run_id = ${run.id} and paid_micro > 0`;
  await postTransferRows(tx, rows, { from: reserve(run.currency), kind: 'reward', createdAt: run.runAt });
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
