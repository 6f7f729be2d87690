import type { Currency, InvestmentId } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';
import { countUpTo, cutPage, getOffset, isAfter, type PageOf, type PageRequest } from '../paging.ts';

export interface InvestmentRow {
  readonly id: InvestmentId;
  readonly email: string;
  readonly currency: Currency;
  readonly principalMicro: bigint;
  readonly rewardedMicro: bigint;
  readonly rewardedDays: number;
  readonly termsVersion: number;
  readonly state: 'active' | 'matured';
  readonly nextRewardAt: number | null;
  readonly unlocksAt: number;
  readonly createdAt: number;
}

/** A page of everybody's investments, newest first, for admins and auditors. */
export async function listAllInvestments(
  { db }: Pick<PoolDeps, 'db'>,
  request: PageRequest & {
    state?: 'active' | 'matured' | undefined;
    currency?: Currency | undefined;
  },
): Promise<PageOf<InvestmentRow>> {
  const { limit, after, state, currency } = request;
  let query = db.read.selectFrom('investment');
  if (state !== undefined) query = query.where('investment.state', '=', state);
  if (currency !== undefined) query = query.where('investment.currency', '=', currency);
  const found = await query
    .where(isAfter(after, { table: 'investment' }))
    .innerJoin('user', 'user.id', 'investment.userId')
    .select([
      'investment.id',
      'user.email',
      'investment.currency',
      'investment.principalMicro',
      'investment.rewardedMicro',
      'investment.rewardedDays',
      'investment.termsVersion',
      'investment.state',
      'investment.nextRewardAt',
      'investment.unlocksAt',
      'investment.createdAt',
    ])
    .orderBy('investment.createdAt', 'desc')
    .orderBy('investment.id', 'desc')
    .limit(limit + 1)
    .offset(getOffset(request))
    .execute();
  const { rows, next } = cutPage(found, limit);
  return { entries: [...rows], total: await countUpTo(db.read, query.select('investment.id')), next };
}
