import { type DepositId, Email, isId, NETWORKS } from '@glasspool/core';
import {
  attributeDeposit as attributeInPool,
  findDeposit as findInPool,
  listUnmatchedReceipts as listFromPool,
} from '@glasspool/pool/deposits';
import type { TRPCRouterRecord } from '@trpc/server';
import { z } from 'zod';
import { MicroAmount, NoOutput, PageFields, PageMeta, Timestamp } from '../contract.ts';
import { CurrencyField, TwoFactorCode } from '../forms.ts';
import { Reason } from '../hot-wallet/forms.ts';
import { present } from '../present.ts';
import { adminProcedure, publicProcedure, staffProcedure } from '../trpc.ts';
import { FindDepositInput, FindDepositOutput } from './contract.ts';

/** Fate of a transfer: credited, confirming, not to us, another token, failed, or unknown to the node. Anyone. */
const findDeposit = publicProcedure
  .meta({
    limit: 'node',
    openapi: { method: 'GET', path: '/deposits/find', summary: 'What became of a transfer' },
  })
  .input(FindDepositInput)
  .output(FindDepositOutput)
  .query(async ({ ctx, input }) => ({ data: present(await findInPool(ctx.deps, input)) }));

const DepositIdField = z.custom<DepositId>((value) => typeof value === 'string' && isId('deposit', value), {
  error: 'This is not the id of a deposit.',
});

const ListUnmatchedReceiptsInput = z.strictObject(PageFields).prefault({});
const ListUnmatchedReceiptsOutput = z.object({
  data: z.array(
    z.object({
      id: DepositIdField,
      network: z.enum(NETWORKS),
      currency: CurrencyField,
      amount: MicroAmount,
      txHash: z.string(),
      sender: z.string().nullable(),
      state: z.enum(['confirming', 'credited']),
      createdAt: Timestamp,
    }),
  ),
  meta: PageMeta,
});
const AttributeDepositInput = z.strictObject({
  id: DepositIdField,
  email: Email,
  reason: Reason,
  totp: z.optional(TwoFactorCode),
});

/** Transfers to the hot wallet that are credited to no user, newest first. Admins and auditors. */
const listUnmatchedReceipts = staffProcedure
  .input(ListUnmatchedReceiptsInput)
  .output(ListUnmatchedReceiptsOutput)
  .query(async ({ ctx, input }) => {
    const { receipts, total } = await listFromPool(ctx.deps, input);
    return { data: receipts.map(present), meta: { ...input, total } };
  });

/**
 * Credits a user with one of them, out of the operator's own funds. Admins.
 */
const attributeDeposit = adminProcedure
  .input(AttributeDepositInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input: { id: depositId, ...rest } }) => {
    await attributeInPool(ctx.deps, { ...ctx.admin, depositId, ...rest });
    return {};
  });

export const depositRoutes = {
  findDeposit,
  listUnmatchedReceipts,
  attributeDeposit,
} satisfies TRPCRouterRecord;
