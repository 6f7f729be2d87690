import type { Currency, InvestmentId, UserId } from '@glasspool/core';
import {
  countUpTo,
  cutPage,
  getOffset,
  isAfter,
  iteratePages,
  type PageOf,
  type PageRequest,
} from '@glasspool/db';
import type { PoolDeps } from '@glasspool/pool/deps';
import { sql } from 'kysely';

export interface InvestmentRow {
  readonly id: InvestmentId;
  readonly email: string;
  readonly userId: UserId;
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

/** Filter on all investments. A field that is left out matches everything. */
interface InvestmentFilter {
  readonly state?: 'active' | 'matured' | undefined;
  readonly currency?: Currency | undefined;
  readonly userId?: UserId | undefined;
}

const EXPORT_BATCH = 500;

/** Returns a page of the investments of all users, newest first, for admins and auditors. */
export async function listAllInvestments(
  { db }: Pick<PoolDeps, 'db'>,
  request: PageRequest & InvestmentFilter,
): Promise<PageOf<InvestmentRow>> {
  const { limit, after, state, currency, userId } = request;
  let query = db.read.selectFrom('investment');
  if (state !== undefined) query = query.where('investment.state', '=', state);
  // A literal, as in the partial index: with a parameter, the database would not use that index.
  if (currency !== undefined) query = query.where('investment.currency', '=', sql.lit(currency));
  if (userId !== undefined) query = query.where('investment.userId', '=', userId);
  const found = await query
    .where(isAfter(after, { table: 'investment' }))
    .innerJoin('user', 'user.id', 'investment.userId')
    .select([
      'investment.id',
      'user.email',
      'investment.userId',
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

/** Iterates over all investments that match a filter, newest first. */
export function iterateInvestments(
  deps: Pick<PoolDeps, 'db'>,
  filter: InvestmentFilter,
): AsyncGenerator<InvestmentRow> {
  return iteratePages((page) => listAllInvestments(deps, { ...filter, ...page }), EXPORT_BATCH);
}
