import type { Account } from '@glasspool/core/books';
import type { Queryable } from '@glasspool/db';
import { accountId } from './accounts.ts';

/** Change of one account, in micro-units. */
export interface PostingView {
  readonly amountMicro: bigint;
  readonly createdAt: number;
}

/** Newest postings of an account, newest first: at most `limit`, read in index order. */
export async function listNewestPostings(
  db: Queryable,
  account: Account,
  limit: number,
): Promise<PostingView[]> {
  return db
    .selectFrom('posting')
    .innerJoin('transfer', 'transfer.id', 'posting.transferId')
    .select(['posting.amountMicro', 'transfer.createdAt'])
    .where('posting.accountId', '=', accountId(account))
    .orderBy('posting.transferId', 'desc')
    .limit(limit)
    .execute();
}
