import { listUserTransactions as listForUser } from '@glasspool/records/transactions';
import type { z } from 'zod';
import { toTimes } from '../days.contract.ts';
import { toPageRequest } from '../feed.ts';
import { readProcedure, staffProcedure } from '../trpc.ts';
import {
  ListTransactionsInput,
  ListTransactionsOfInput,
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

/** History of one user as they see it, newest first. Admins and auditors. */
export const listTransactionsOf = staffProcedure
  .input(ListTransactionsOfInput)
  .output(ListTransactionsOutput)
  .query(async ({ ctx, input: { userId, ...input } }) =>
    presentFeed(
      input,
      await listForUser(ctx.deps, { ...toPageRequest(input), ...toUserFilter(input), userId }),
    ),
  );

/** Filter of the pool from its form on the wire: days become times, the last one with all of its hours. */
export function toUserFilter({ type, currency, ...days }: z.infer<typeof UserTransactionFilter>) {
  return { type, currency, ...toTimes(days) };
}
