import { type DepositId, Email, isId, NETWORKS } from '@glasspool/core';
import {
  attributeDeposit as attributeInPool,
  listUnmatchedReceipts as listFromPool,
} from '@glasspool/pool/deposits';
import { z } from 'zod';
import { MicroAmount, NoOutput, PageFields, PageMeta, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { Reason } from '../hot-wallet/hot-wallet.contract.ts';
import { present } from '../present.ts';
import { adminProcedure, staffProcedure } from '../trpc.ts';
import { TwoFactorCode } from '../users/two-factor.contract.ts';

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
export const listUnmatchedReceipts = staffProcedure
  .input(ListUnmatchedReceiptsInput)
  .output(ListUnmatchedReceiptsOutput)
  .query(async ({ ctx, input }) => {
    const { receipts, total } = await listFromPool(ctx.deps, input);
    return { data: receipts.map(present), meta: { ...input, total } };
  });

/**
 * Credits a user with one of them, out of the operator's own funds. Admins.
 */
export const attributeDeposit = adminProcedure
  .input(AttributeDepositInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input: { id: depositId, ...rest } }) => {
    await attributeInPool(ctx.deps, { ...ctx.admin, depositId, ...rest });
    return {};
  });
