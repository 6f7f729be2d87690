import { cancelWithdrawal as cancelInPool } from '@glasspool/pool/withdrawals';
import { protectedProcedure } from '../trpc.ts';
import { CancelWithdrawalInput, WithdrawOutput } from './withdraw.contract.ts';

/** Cancels a withdrawal of the caller's that is not signed yet. Signed-in users. */
export const cancelWithdrawal = protectedProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/withdraw/cancel',
      summary: 'Cancel a withdrawal before it is signed',
      errors: ['NOT_FOUND', 'WITHDRAWAL_NOT_CANCELLABLE'],
    },
  })
  .input(CancelWithdrawalInput)
  .output(WithdrawOutput)
  .mutation(async ({ ctx, input }) => {
    const { id, state } = await cancelInPool(ctx.deps, { userId: ctx.actor.userId, withdrawalId: input.id });
    return {
      message: 'The withdrawal is cancelled. The money is back in your balance.',
      data: { id, state },
    };
  });
