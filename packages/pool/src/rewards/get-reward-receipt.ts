import { isId, PoolError, type RewardRunId, type UserId } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { listReserveSources, type ReserveSources } from '../reserve/index.ts';
import type { PublicRewardRun } from './list-reward-runs.ts';

/** A reward's id in the history: the investment, its day, and the level if it is an inviter's share. */
const REWARD_ID = /^(?<investmentId>[^/]+)\/(?<day>[1-9]\d{0,8})(?:\/(?<level>[1-3]))?$/;

/** Where one reward came from. */
export interface RewardReceipt {
  readonly dueMicro: bigint;
  readonly paidMicro: bigint;
  readonly run: PublicRewardRun;
  /** What had funded the reserve when the run paid. */
  readonly sources: ReserveSources;
}

interface Share {
  readonly runId: RewardRunId;
  readonly dueMicro: bigint;
  readonly paidMicro: bigint;
}

/**
 * What one of the user's rewards was paid out of: its run, the reserve before and after, and the operator's transfers on chain
 * up to then (solvency.md, addition b).
 *
 * @throws PoolError NOT_FOUND, of somebody else's reward too
 */
export async function getRewardReceipt(
  deps: Pick<PoolDeps, 'db'>,
  request: { userId: UserId; transactionId: string },
): Promise<RewardReceipt> {
  const share = await findShare(deps.db.read, request);
  if (share === undefined) throw new PoolError('NOT_FOUND');
  const { runId, dueMicro, paidMicro } = share;
  const run = await deps.db.read
    .selectFrom('rewardRun')
    .selectAll()
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  const sources = await listReserveSources(deps, run.currency, { until: run.runAt });
  return { dueMicro, paidMicro, run, sources };
}

async function findShare(
  db: Queryable,
  { userId, transactionId }: { userId: UserId; transactionId: string },
): Promise<Share | undefined> {
  const { investmentId, day, level } = REWARD_ID.exec(transactionId)?.groups ?? {};
  if (investmentId === undefined || !isId('investment', investmentId)) return undefined;
  if (level === undefined)
    return db
      .selectFrom('reward')
      .select(['runId', 'dueMicro', 'paidMicro'])
      .where('userId', '=', userId)
      .where('investmentId', '=', investmentId)
      .where('day', '=', Number(day))
      .executeTakeFirst();
  return db
    .selectFrom('referralReward')
    .select(['runId', 'dueMicro', 'paidMicro'])
    .where('userId', '=', userId)
    .where('investmentId', '=', investmentId)
    .where('day', '=', Number(day))
    .where('level', '=', Number(level))
    .executeTakeFirst();
}
