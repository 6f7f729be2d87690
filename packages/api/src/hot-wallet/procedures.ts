import { parseAmount } from '@glasspool/core';
import {
  allowOneNode as allowInPool,
  haltPayouts as haltInPool,
  listWithoutNodes,
  resumePayouts as resumeInPool,
} from '@glasspool/pool/halts';
import { getHotWallet as getFromPool } from '@glasspool/pool/hot-wallet';
import { findHalt } from '@glasspool/pool/outgoing';
import { requestOperatorWithdrawal } from '@glasspool/pool/withdrawals';
import type { TRPCRouterRecord } from '@trpc/server';
import { NoInput, NoOutput } from '../contract.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { present } from '../present.ts';
import { adminProcedure, staffProcedure } from '../trpc.ts';
import { GetHotWalletOutput, WithdrawOwnFundsOutput } from './contract.ts';
import { AllowOneNodeInput, HaltPayoutsInput, ResumePayoutsInput, WithdrawOwnFundsInput } from './forms.ts';

/** The hot wallet's addresses, what they hold, and whether payouts are on. Admins and auditors. */
const getHotWallet = staffProcedure
  .input(NoInput)
  .output(GetHotWalletOutput)
  .query(async ({ ctx }) => {
    const { addresses, balances } = await getFromPool(ctx.deps);
    const frozen = (await findHalt(ctx.deps)) ?? null;
    const withoutNodes = listWithoutNodes(ctx.deps).map(present);
    return { addresses: [...addresses], balances: balances.map(present), withoutNodes, frozen };
  });

/**
 * Takes the operator's own money out of the hot wallet; above the limit of a day a second admin has to agree. Admins.
 */
const withdrawOwnFunds = adminProcedure
  .input(WithdrawOwnFundsInput)
  .output(WithdrawOwnFundsOutput)
  .mutation(async ({ ctx, input }) => {
    const { amount, idempotencyKey, ...request } = input;
    const { id, state } = await requestOperatorWithdrawal(ctx.deps, {
      ...ctx.admin,
      ...request,
      amountMicro: parseAmount(amount),
      ...readIdempotencyKey(ctx, { idempotencyKey }),
    });
    return { id, state };
  });

/** Stops all payouts at once, with a reason. It asks for the session alone, since there is no time for more. Admins. */
const haltPayouts = adminProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/halt-payouts',
      summary: 'Stop all payouts until an admin switches them on again',
    },
  })
  .input(HaltPayoutsInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await haltInPool(ctx.deps, { ...ctx.admin, ...input });
    return {};
  });

/** Switches payouts on again after they were halted. Admins. */
const resumePayouts = adminProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/resume-payouts',
      summary: 'Switch payouts on again',
      errors: [
        'HALT_CHANGED',
        'TWO_FACTOR_REQUIRED',
        'TWO_FACTOR_INVALID',
        'TWO_FACTOR_BLOCKED',
        'TWO_FACTOR_SHUT',
      ],
    },
  })
  .input(ResumePayoutsInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await resumeInPool(ctx.deps, { ...ctx.admin, ...input });
    return {};
  });

/** Lets a network go on for a day with the nodes that answer, while another one is away. Admins. */
const allowOneNode = adminProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/allow-one-node',
      summary: 'Let a network go on with the nodes that answer, for 24 hours',
      errors: [
        'NODES_NOT_AWAY',
        'TWO_FACTOR_REQUIRED',
        'TWO_FACTOR_INVALID',
        'TWO_FACTOR_BLOCKED',
        'TWO_FACTOR_SHUT',
      ],
    },
  })
  .input(AllowOneNodeInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await allowInPool(ctx.deps, { ...ctx.admin, ...input });
    return {};
  });

export const hotWalletRoutes = {
  getHotWallet,
  withdrawOwnFunds,
  haltPayouts,
  resumePayouts,
  allowOneNode,
} satisfies TRPCRouterRecord;
