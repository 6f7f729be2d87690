import type { Currency, RewardRunId } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

export interface PublicRewardRun {
  readonly id: RewardRunId;
  readonly currency: Currency;
  readonly runAt: number;
  readonly investments: number;
  readonly principalMicro: bigint;
  readonly dueMicro: bigint;
  readonly paidMicro: bigint;
  readonly referralDueMicro: bigint;
  readonly referralPaidMicro: bigint;
  readonly targetRatePpb: number;
  readonly effectiveRatePpb: number;
  readonly reserveBeforeMicro: bigint;
  readonly reserveAfterMicro: bigint;
}

/** Every reward run, newest first: anyone may see them (decisions.md 3). */
export async function listRewardRuns(
  { db }: Pick<PoolDeps, 'db'>,
  page: { page: number; limit: number },
): Promise<{ runs: PublicRewardRun[]; total: number }> {
  const runs = await db.read
    .selectFrom('rewardRun')
    .selectAll()
    .orderBy('runAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset((page.page - 1) * page.limit)
    .execute();
  const { total } = await db.read
    .selectFrom('rewardRun')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { runs, total };
}
