import type { Account } from '@glasspool/core/books';
import type { Queryable } from '@glasspool/db';
import { accountId } from './accounts.ts';

/** Change of one account, in micro-units. */
export interface PostingView {
  readonly transferId: number;
  readonly kind: string;
  readonly amountMicro: bigint;
  readonly createdAt: number;
}

/** Lists the postings of an account in transfers after a number, in ascending order: at most `limit`, read in index order. */
export async function listPostingsAfter(
  db: Queryable,
  account: Account,
  { limit, after }: { limit: number; after: number },
): Promise<PostingView[]> {
  return db
    .selectFrom('posting')
    .innerJoin('transfer', 'transfer.id', 'posting.transferId')
    .select(['posting.transferId', 'transfer.kind', 'posting.amountMicro', 'transfer.createdAt'])
    .where('posting.accountId', '=', accountId(account))
    .where('posting.transferId', '>', after)
    .orderBy('posting.transferId')
    .limit(limit)
    .execute();
}

/** Lists the newest postings of an account, or the newest ones before a transfer, newest first: at most `limit`, read in index order. */
export async function listNewestPostings(
  db: Queryable,
  account: Account,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<PostingView[]> {
  let query = db
    .selectFrom('posting')
    .innerJoin('transfer', 'transfer.id', 'posting.transferId')
    .select(['posting.transferId', 'transfer.kind', 'posting.amountMicro', 'transfer.createdAt'])
    .where('posting.accountId', '=', accountId(account));
  if (before !== undefined) query = query.where('posting.transferId', '<', before);
  return query.orderBy('posting.transferId', 'desc').limit(limit).execute();
}
