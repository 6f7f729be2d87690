import { getRewardReceipt as getFromPool } from '@glasspool/records/reward-receipts';
import { present } from '../present.ts';
import { presentSources } from '../transparency/list-reserve-sources.ts';
import { readProcedure } from '../trpc.ts';
import { GetRewardReceiptInput, GetRewardReceiptOutput } from './get-reward-receipt.contract.ts';

/** Source of one of the caller's own rewards, with the proof that its run counts it. Signed-in users. */
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
    const { dueMicro, paidMicro, run, sources, proof } = await getFromPool(ctx.deps, {
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
