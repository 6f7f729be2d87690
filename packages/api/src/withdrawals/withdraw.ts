import { parseAmount } from '@glasspool/core';
import { requestWithdrawal } from '@glasspool/pool';
import { protectedProcedure } from '../trpc.ts';
import { WithdrawInput, WithdrawOutput } from './withdraw.contract.ts';

/**
 * Asks for a withdrawal to an outside address. Signed-in users. The same idempotency key (in the body, or as the header
 * Idempotency-Key) with the same request is the same withdrawal.
 * Errors: ADDRESS_*, WITHDRAWAL_BELOW_MINIMUM, INSUFFICIENT_BALANCE, POOL_DAILY_CAP, IDEMPOTENCY_KEY_REUSED.
 */
export const withdraw = protectedProcedure
  .meta({ openapi: { method: 'POST', path: '/withdraw', summary: 'Withdraw to an outside address' } })
  .input(WithdrawInput)
  .output(WithdrawOutput)
  .mutation(async ({ ctx, input }) => {
    const idempotencyKey = input.idempotencyKey ?? ctx.idempotencyKey;
    const { id, state } = await requestWithdrawal(ctx.deps, {
      userId: ctx.actor.userId,
      currency: input.currency,
      address: input.receiverAddress ?? input.address ?? '',
      amountMicro: parseAmount(input.amount),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
    return { message: 'Your request is in. The network confirms it next.', data: { id, state } };
  });
