import {
  type Currency,
  effectiveRatePpb,
  type RewardRunId,
  type RewardRunState,
  targetRatePpb,
} from '@glasspool/core';
import type { Queryable, Tables } from '@glasspool/db';
import type { Selectable } from 'kysely';
import type { PoolDeps } from '../deps.ts';

/** A reward run as anyone may see it. Amounts in micro-units; figures of a run that is open are those so far. */
export interface PublicRewardRun {
  readonly id: RewardRunId;
  readonly currency: Currency;
  readonly termsVersion: number;
  readonly state: RewardRunState;
  readonly runAt: number;
  readonly investments: number;
  readonly principalMicro: bigint;
  readonly dueMicro: bigint;
  readonly paidMicro: bigint;
  /** Before the referral cap. */
  readonly referralDueMicro: bigint;
  readonly referralPaidMicro: bigint;
  /** Part of what was due that was paid, in parts per billion; null until it is fixed. */
  readonly sharePpb: number | null;
  readonly referralSharePpb: number | null;
  /** Rate of the terms in parts per billion of the principal. */
  readonly targetRatePpb: number;
  /** The target times the share; 0 until the share is fixed. */
  readonly effectiveRatePpb: number;
  readonly reserveBeforeMicro: bigint;
  readonly reserveAfterMicro: bigint;
  /** Root of all rows, in hex; null while the run is open. */
  readonly root: string | null;
}

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

function present(run: Selectable<Tables['rewardRun']> & { targetRatePpm: number }): PublicRewardRun {
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
