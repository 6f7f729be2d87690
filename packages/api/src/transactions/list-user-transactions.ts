import { listUserTransactions as listForUser } from '@glasspool/pool';
import { toPageRequest } from '../feed.ts';
import { readProcedure } from '../trpc.ts';
import { ListTransactionsInput, ListTransactionsOutput } from './list-transactions.contract.ts';
import { presentFeed } from './present-feed.ts';

/** The caller's own history, newest first. Signed-in users. */
export const listUserTransactions = readProcedure
  .meta({
    openapi: { method: 'GET', path: '/transactions/user-transactions', summary: "The user's own history" },
  })
  .input(ListTransactionsInput)
  .output(ListTransactionsOutput)
  .query(async ({ ctx, input }) =>
    presentFeed(input, await listForUser(ctx.deps, { ...toPageRequest(input), userId: ctx.user.userId })),
  );
