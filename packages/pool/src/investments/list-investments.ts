import type { UserId } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';
import type { Investment } from './open-investment.ts';

/** A user's investments, newest first. */
export async function listInvestments({ db }: Pick<PoolDeps, 'db'>, userId: UserId): Promise<Investment[]> {
  return db.read
    .selectFrom('investment')
    .select([
      'id',
      'currency',
      'termsVersion',
      'principalMicro',
      'rewardedMicro',
      'rewardedDays',
      'nextRewardAt',
      'unlocksAt',
      'createdAt',
      'state',
      'pausedAt',
      'resumedAt',
    ])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
