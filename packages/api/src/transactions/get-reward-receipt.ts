import { getRewardReceipt as getFromPool } from '@glasspool/pool';
import { presentRun } from '../transparency/list-payouts.ts';
import { presentSources } from '../transparency/list-reserve-sources.ts';
import { readProcedure } from '../trpc.ts';
import { GetRewardReceiptInput, GetRewardReceiptOutput } from './get-reward-receipt.contract.ts';

/** What one of the caller's own rewards was paid out of. Signed-in users. Errors: NOT_FOUND. */
export const getRewardReceipt = readProcedure
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
    const { dueMicro, paidMicro, run, sources } = await getFromPool(ctx.deps, {
      userId: ctx.user.userId,
      transactionId: input.transactionId,
    });
    return { due: dueMicro, paid: paidMicro, run: presentRun(run), sources: presentSources(sources) };
  });
