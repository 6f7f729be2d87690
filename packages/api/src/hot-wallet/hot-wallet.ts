import { parseAmount } from '@glasspool/core';
import { haltPayouts as haltInPool, resumePayouts as resumeInPool } from '@glasspool/pool/halts';
import { getHotWallet as getFromPool } from '@glasspool/pool/hot-wallet';
import { findHalt } from '@glasspool/pool/outgoing';
import { requestOperatorWithdrawal } from '@glasspool/pool/withdrawals';
import { NoInput, NoOutput } from '../common.contract.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { present } from '../present.ts';
import { adminProcedure, staffProcedure } from '../trpc.ts';
import { HaltPayoutsInput, ResumePayoutsInput, WithdrawOwnFundsInput } from './hot-wallet.contract.ts';
import { GetHotWalletOutput, WithdrawOwnFundsOutput } from './hot-wallet-output.contract.ts';

/** The hot wallet's addresses, what they hold, and whether payouts are on. Admins and auditors. */
export const getHotWallet = staffProcedure
  .input(NoInput)
  .output(GetHotWalletOutput)
  .query(async ({ ctx }) => {
    const { addresses, balances } = await getFromPool(ctx.deps);
    const frozen = (await findHalt(ctx.deps)) ?? null;
    return { addresses: [...addresses], balances: balances.map(present), frozen };
  });

/**
 * Takes the operator's own money out of the hot wallet; above the limit of a day a second admin has to agree. Admins.
 */
export const withdrawOwnFunds = adminProcedure
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
export const haltPayouts = adminProcedure
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
export const resumePayouts = adminProcedure
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
