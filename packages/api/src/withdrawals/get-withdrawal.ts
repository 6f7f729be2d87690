import { getWithdrawal as getFromPool } from '@glasspool/pool/withdrawals';
import { readProcedure } from '../trpc.ts';
import { GetWithdrawalInput, GetWithdrawalOutput } from './get-withdrawal.contract.ts';

/** One withdrawal of the caller's, with every state it has been in. Signed-in users, API keys. */
export const getWithdrawal = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/withdrawals/{id}',
      summary: 'One withdrawal, with every state it has been in',
      errors: ['NOT_FOUND'],
    },
  })
  .input(GetWithdrawalInput)
  .output(GetWithdrawalOutput)
  .query(async ({ ctx, input }) => {
    const { amountMicro, feeMicro, states, ...facts } = await getFromPool(ctx.deps, {
      userId: ctx.user.userId,
      withdrawalId: input.id,
    });
    return { data: { ...facts, amount: amountMicro, fee: feeMicro, states: [...states] } };
  });
