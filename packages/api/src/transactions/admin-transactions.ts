import { listDailyFigures as listFiguresFromPool } from '@glasspool/records/daily-figures';
import {
  type AdminTransaction,
  getAdminTransaction as getFromPool,
  listAdminTransactions as listFromPool,
} from '@glasspool/records/transactions';
import type { z } from 'zod';
import { toTimes } from '../days.contract.ts';
import { presentMeta, toPageRequest } from '../feed.ts';
import { present } from '../present.ts';
import { staffProcedure } from '../trpc.ts';
import {
  type AdminTransactionFilter,
  GetAdminTransactionInput,
  GetAdminTransactionOutput,
  ListAdminTransactionsInput,
  ListAdminTransactionsOutput,
  ListDailyFiguresInput,
  ListDailyFiguresOutput,
} from './admin-transactions.contract.ts';

/** Everything that moved, page by page. Admins and auditors. */
export const listAdminTransactions = staffProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/transactions/admin-only-transactions',
      summary: 'Every transaction of the pool',
    },
  })
  .input(ListAdminTransactionsInput)
  .output(ListAdminTransactionsOutput)
  .query(async ({ ctx, input }) => {
    const found = await listFromPool(ctx.deps, { ...toPageRequest(input), ...toAdminFilter(input) });
    return { data: found.entries.map(presentTransaction), meta: presentMeta(input, found) };
  });

/** Filter of the pool from its form on the wire. */
export function toAdminFilter(input: z.infer<typeof AdminTransactionFilter>) {
  const { type, order, currency, outcome, search, ...days } = input;
  return { type, order, currency, outcome, search, ...toTimes(days) };
}

/** One transaction with its chain facts and postings. Admins and auditors. */
export const getAdminTransaction = staffProcedure
  .input(GetAdminTransactionInput)
  .output(GetAdminTransactionOutput)
  .query(async ({ ctx, input }) => {
    const { transaction, facts, transfers } = await getFromPool(ctx.deps, input);
    return {
      transaction: presentTransaction(transaction),
      facts: [...facts],
      transfers: transfers.map(({ postings, ...transfer }) => ({
        ...transfer,
        postings: postings.map(present),
      })),
    };
  });

/** Flows of each of the last days, with principal, reserve and runway at its end. Admins and auditors. */
export const listDailyFigures = staffProcedure
  .input(ListDailyFiguresInput)
  .output(ListDailyFiguresOutput)
  .query(async ({ ctx, input }) => (await listFiguresFromPool(ctx.deps, input.days)).map(present));

function presentTransaction({ id, amountMicro, address, createdAt, ...rest }: AdminTransaction) {
  return { _id: id, amount: amountMicro, to: address, timestamp: createdAt, ...rest };
}
