import type { RewardRunId } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

/** Number of active investments under the terms of a run, about as many as it pays. */
export async function countRunInvestments({ db }: Pick<PoolDeps, 'db'>, id: RewardRunId): Promise<number> {
  const row = await db.read
    .selectFrom('rewardRun')
    .innerJoin('termsPrincipal', (join) =>
      join
        .onRef('termsPrincipal.termsVersion', '=', 'rewardRun.termsVersion')
        .onRef('termsPrincipal.currency', '=', 'rewardRun.currency'),
    )
    .select('termsPrincipal.investments')
    .where('rewardRun.id', '=', id)
    .executeTakeFirst();
  return row?.investments ?? 0;
}
