import { listPublicTransactions as listForEverybody } from '@glasspool/records/transactions';
import { toPageRequest } from '../feed.ts';
import { publicProcedure } from '../trpc.ts';
import { ListPublicTransactionsInput, ListTransactionsOutput } from './list-transactions.contract.ts';
import { presentFeed } from './present-feed.ts';

/** Deposits and withdrawals of all users, addresses shortened. Anyone. */
export const listPublicTransactions = publicProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/transactions/get-transactions',
      summary: 'Public deposits and withdrawals',
    },
  })
  .input(ListPublicTransactionsInput)
  .output(ListTransactionsOutput)
  .query(async ({ ctx, input }) =>
    presentFeed(input, await listForEverybody(ctx.deps, { ...toPageRequest(input), type: input.type })),
  );
