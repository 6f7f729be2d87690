import type { PageOf } from '@glasspool/pool/deps';
import { getTotals, type Totals } from '@glasspool/pool/totals';
import { listDailyFigures as listFiguresFromPool } from '@glasspool/records/daily-figures';
import { getRewardReceipt as getRewardReceiptInPool } from '@glasspool/records/reward-receipts';
import {
  type AdminTransaction,
  type FeedEntry,
  getAdminTransaction as getAdminTransactionInPool,
  listPublicTransactions as listForEverybody,
  listUserTransactions as listForUser,
  listAdminTransactions as listFromPool,
} from '@glasspool/records/transactions';
import type { TRPCRouterRecord } from '@trpc/server';
import type { z } from 'zod';
import { NoInput, toTimes } from '../contract.ts';
import { presentMeta, toPageRequest } from '../feed.ts';
import { present, presentReason } from '../present.ts';
import { presentSources } from '../reserve/procedures.ts';
import { publicProcedure, readProcedure, staffProcedure } from '../trpc.ts';
import {
  type AdminTransactionFilter,
  GetAdminTransactionInput,
  GetAdminTransactionOutput,
  GetRewardReceiptInput,
  GetRewardReceiptOutput,
  GetTotalsOutput,
  ListAdminTransactionsInput,
  ListAdminTransactionsOutput,
  ListDailyFiguresInput,
  ListDailyFiguresOutput,
  ListPublicTransactionsInput,
  ListTransactionsInput,
  ListTransactionsOfInput,
  ListTransactionsOutput,
  type TransactionRow,
  type UserTransactionFilter,
} from './contract.ts';

/** Everything that moved, page by page. Admins and auditors. */
const listAdminTransactions = staffProcedure
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
const getAdminTransaction = staffProcedure
  .input(GetAdminTransactionInput)
  .output(GetAdminTransactionOutput)
  .query(async ({ ctx, input }) => {
    const { transaction, facts, transfers } = await getAdminTransactionInPool(ctx.deps, input);
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
const listDailyFigures = staffProcedure
  .input(ListDailyFiguresInput)
  .output(ListDailyFiguresOutput)
  .query(async ({ ctx, input }) => (await listFiguresFromPool(ctx.deps, input.days)).map(present));

function presentTransaction({ id, amountMicro, address, createdAt, ...rest }: AdminTransaction) {
  return { _id: id, amount: amountMicro, to: address, timestamp: createdAt, ...rest };
}

/** Source of one of the caller's own rewards, with the proof that its run counts it. Signed-in users. */
const getRewardReceipt = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/transactions/reward-receipt',
      summary: 'What a reward of the user was paid out of',
      errors: ['NOT_FOUND'],
    },
  })
  .input(GetRewardReceiptInput)
  .output(GetRewardReceiptOutput)
  .query(async ({ ctx, input }) => {
    const { dueMicro, paidMicro, run, sources, proof } = await getRewardReceiptInPool(ctx.deps, {
      userId: ctx.user.userId,
      transactionId: input.transactionId,
    });
    return {
      due: dueMicro,
      paid: paidMicro,
      run: present(run),
      sources: presentSources(sources),
      proof: proof === null ? null : { ...proof, rowPath: [...proof.rowPath], pagePath: [...proof.pagePath] },
    };
  });

/** Deposits of users in total and today. Admins and auditors. */
const getDepositsTotal = staffProcedure
  .meta({
    openapi: { method: 'GET', path: '/transactions/deposits-total', summary: 'Deposits, all and today' },
  })
  .input(NoInput)
  .output(GetTotalsOutput)
  .query(async ({ ctx }) => presentTotals(await getTotals(ctx.deps, 'deposit')));

/** Withdrawals of users in total and today. Admins and auditors. */
const getWithdrawalsTotal = staffProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/transactions/withdrawals-total',
      summary: 'Withdrawals, all and today',
    },
  })
  .input(NoInput)
  .output(GetTotalsOutput)
  .query(async ({ ctx }) => presentTotals(await getTotals(ctx.deps, 'withdrawal')));

/** Investments of users in total and today. Admins and auditors. */
const getInvestmentsTotal = staffProcedure
  .meta({
    openapi: { method: 'GET', path: '/transactions/investment-total', summary: 'Investments, all and today' },
  })
  .input(NoInput)
  .output(GetTotalsOutput)
  .query(async ({ ctx }) => presentTotals(await getTotals(ctx.deps, 'investment')));

function presentTotals({ totalMicro, todayTotalMicro }: Totals): z.infer<typeof GetTotalsOutput> {
  return { total: totalMicro, todayTotal: todayTotalMicro };
}

/** A movement with the field names of the specification. */
export function presentFeedEntry(entry: FeedEntry): z.infer<typeof TransactionRow> {
  const { id, amountMicro, createdAt, type, currency, txHash, to, network, status, reason, waitingFor } =
    entry;
  return {
    _id: id,
    type,
    amount: amountMicro,
    currency,
    txHash,
    to,
    network,
    timestamp: createdAt,
    status,
    ...presentReason(reason),
    waitingFor,
  };
}

/** A page of history with the field names of the specification. */
function presentFeed(
  input: Pick<z.infer<typeof ListTransactionsInput>, 'page' | 'limit' | 'cursor'>,
  feed: PageOf<FeedEntry>,
): z.infer<typeof ListTransactionsOutput> {
  return { data: feed.entries.map(presentFeedEntry), meta: presentMeta(input, feed) };
}

/** Deposits and withdrawals of all users, addresses shortened. Anyone. */
const listPublicTransactions = publicProcedure
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

/** The caller's own history, newest first. Signed-in users. */
const listUserTransactions = readProcedure
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
const listTransactionsOf = staffProcedure
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

export const transactionRoutes = {
  listPublicTransactions,
  listUserTransactions,
  listTransactionsOf,
  getDepositsTotal,
  getWithdrawalsTotal,
  getInvestmentsTotal,
  getRewardReceipt,
  listAdminTransactions,
  getAdminTransaction,
  listDailyFigures,
} satisfies TRPCRouterRecord;
