import { effectiveRatePpb, type RewardRunId, targetRatePpb } from '@glasspool/core';
import type { Queryable, Row } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import type { PublicRewardRun } from './reward-run.ts';

/** Every reward run, newest first: anyone may see them. */
export async function listRewardRuns(
  { db }: Pick<PoolDeps, 'db'>,
  page: { page: number; limit: number },
): Promise<{ runs: PublicRewardRun[]; total: number }> {
  const runs = await selectRuns(db.read)
    .orderBy('rewardRun.runAt', 'desc')
    .orderBy('rewardRun.id', 'desc')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute();
  const { total } = await db.read
    .selectFrom('rewardRun')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { runs: runs.map(present), total };
}

/** Closed runs from a time on, whichever process ran them, oldest first. For steps of a local clock: everything is read at once. */
export async function listRewardRunsSince(
  { db }: Pick<PoolDeps, 'db'>,
  sinceMs: number,
): Promise<PublicRewardRun[]> {
  const runs = await selectRuns(db.read)
    .where('rewardRun.runAt', '>=', sinceMs)
    .where('rewardRun.state', '=', 'closed')
    .orderBy('rewardRun.runAt')
    .orderBy('rewardRun.id')
    .execute();
  return runs.map(present);
}

/** One run. */
export async function readRewardRun(db: Queryable, id: RewardRunId): Promise<PublicRewardRun> {
  return present(await selectRuns(db).where('rewardRun.id', '=', id).executeTakeFirstOrThrow());
}

function selectRuns(db: Queryable) {
  return db
    .selectFrom('rewardRun')
    .innerJoin('terms', 'terms.version', 'rewardRun.termsVersion')
    .selectAll('rewardRun')
    .select('terms.targetRatePpm');
}

function present(run: Row<'rewardRun'> & { targetRatePpm: number }): PublicRewardRun {
  const { dueMicro, principalMicro, paidMicro, referralPaidMicro } = run;
  const reserveBeforeMicro = run.reserveBeforeMicro ?? 0n;
  return {
    id: run.id,
    currency: run.currency,
    termsVersion: run.termsVersion,
    state: run.state,
    runAt: run.runAt,
    investments: run.investments,
    principalMicro,
    dueMicro,
    paidMicro,
    referralDueMicro: run.referralDueMicro,
    referralPaidMicro,
    sharePpb: run.sharePpb,
    referralSharePpb: run.referralSharePpb,
    targetRatePpb: targetRatePpb(run.targetRatePpm),
    effectiveRatePpb: effectiveRatePpb(run.targetRatePpm, run.sharePpb),
    reserveBeforeMicro,
    reserveAfterMicro: reserveBeforeMicro - paidMicro - referralPaidMicro,
    root: run.root,
  };
}
