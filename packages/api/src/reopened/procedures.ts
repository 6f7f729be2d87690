import { NETWORKS, OUTGOING_PURPOSES, OUTGOING_STATES } from '@glasspool/core';
import { findHalt, listReopened as listInPool } from '@glasspool/pool/outgoing';
import { giveBackWithdrawal as giveBackInPool } from '@glasspool/pool/withdrawals';
import type { TRPCRouterRecord } from '@trpc/server';
import { z } from 'zod';
import { idField, MicroAmount, NoInput, NoOutput, PageFields, PageMeta, Timestamp } from '../contract.ts';
import { CurrencyField, TwoFactorCode } from '../forms.ts';
import { adminProcedure, staffProcedure } from '../trpc.ts';

const WithdrawalId = idField('withdrawal', 'This is not the id of a withdrawal.');
const Said = z.object({
  state: z.enum(OUTGOING_STATES),
  txHash: z.string().nullable(),
  blockHeight: z.number().nullable(),
});
const ReopenedRow = z.object({
  id: z.string(),
  network: z.enum(NETWORKS),
  purpose: z.enum(OUTGOING_PURPOSES),
  reopenedAt: Timestamp,
  former: Said.describe('What the chain had said.'),
  now: Said.describe('What it says now.'),
  withdrawal: z
    .object({
      id: WithdrawalId,
      source: z.enum(['user', 'operator']),
      currency: CurrencyField,
      amount: MicroAmount,
      address: z.string(),
      email: z.string().describe('Who asked for it.'),
    })
    .nullable(),
});

/** Everything that was decided by final blocks which a chain replaced, and what it says now. Admins and auditors. */
const listReopened = staffProcedure
  .input(z.strictObject(PageFields))
  .output(z.object({ data: z.array(ReopenedRow), meta: PageMeta }))
  .query(async ({ ctx, input }) => {
    const { page, limit } = input;
    const { rows, total } = await listInPool(ctx.deps, { page, limit });
    const data = rows.map(
      ({ id, network, purpose, reopenedAt, state, txHash, blockHeight, withdrawal, ...row }) => ({
        id,
        network,
        purpose,
        reopenedAt,
        former: { state: row.formerState, txHash: row.formerTxHash, blockHeight: row.formerBlockHeight },
        now: { state, txHash, blockHeight },
        withdrawal: withdrawal && {
          id: withdrawal.id,
          source: withdrawal.source,
          currency: withdrawal.currency,
          amount: withdrawal.amountMicro,
          address: withdrawal.address,
          email: withdrawal.email,
        },
      }),
    );
    return { data, meta: { page, limit, total } };
  });

/** The reasons why payouts are stopped on each network. Admins and auditors. */
const listHalts = staffProcedure
  .input(NoInput)
  .output(z.array(z.object({ network: z.enum(NETWORKS), reasons: z.string() })))
  .query(async ({ ctx }) => {
    const halts = [];
    for (const network of NETWORKS) {
      const reasons = await findHalt(ctx.deps, network);
      if (reasons !== undefined) halts.push({ network, reasons });
    }
    return halts;
  });

/** Gives the money of a withdrawal back that its chain can no longer pay. Admins, with two-factor authentication. */
const giveBackWithdrawal = adminProcedure
  .input(
    z.strictObject({
      withdrawalId: WithdrawalId,
      totp: z.optional(TwoFactorCode),
    }),
  )
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await giveBackInPool(ctx.deps, { ...ctx.admin, ...input });
    return {};
  });

export const reopenedRoutes = { listReopened, listHalts, giveBackWithdrawal } satisfies TRPCRouterRecord;
