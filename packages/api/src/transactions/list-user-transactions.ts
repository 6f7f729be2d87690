import { DAY_MS } from '@glasspool/core';
import { listUserTransactions as listForUser } from '@glasspool/pool';
import type { z } from 'zod';
import { toPageRequest } from '../feed.ts';
import { readProcedure } from '../trpc.ts';
import {
  ListTransactionsInput,
  ListTransactionsOutput,
  type UserTransactionFilter,
} from './list-transactions.contract.ts';
import { presentFeed } from './present-feed.ts';

/** The caller's own history, newest first. Signed-in users. */
export const listUserTransactions = readProcedure
  .meta({
    openapi: { method: 'GET', path: '/transactions/user-transactions', summary: "The user's own history" },
  })
  .input(ListTransactionsInput)
  .output(ListTransactionsOutput)
  .query(async ({ ctx, input }) =>
    presentFeed(
      input,
      await listForUser(ctx.deps, {
        ...toPageRequest(input),
        ...toUserFilter(input),
        userId: ctx.user.userId,
      }),
    ),
  );

/** Filter of the pool from its form on the wire: days become times, the last one with all of its hours. */
export function toUserFilter({ type, currency, from, to }: z.infer<typeof UserTransactionFilter>) {
  return {
    type,
    currency,
    from: from === undefined ? undefined : Date.parse(from),
    until: to === undefined ? undefined : Date.parse(to) + DAY_MS,
  };
}
