import { getWithdrawalLimits as getFromPool } from '@glasspool/pool/withdrawals';
import { NoInput } from '../common.contract.ts';
import { present } from '../present.ts';
import { readProcedure } from '../trpc.ts';
import { WithdrawalLimitsOutput } from './withdrawal-limits.contract.ts';

/** Minimum, fee and what is left of the limits of today, per currency. Signed-in users, API keys. */
export const getWithdrawalLimits = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/withdrawal-limits',
      summary: 'Minimum, fee and limits of a withdrawal',
    },
  })
  .input(NoInput)
  .output(WithdrawalLimitsOutput)
  .query(async ({ ctx }) => ({
    data: (await getFromPool(ctx.deps, ctx.user.userId)).map(({ recentAddresses, ...limits }) => ({
      ...present(limits),
      recentAddresses: [...recentAddresses],
    })),
  }));
