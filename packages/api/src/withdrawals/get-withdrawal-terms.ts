import { USER_CURRENCIES } from '@glasspool/core';
import { NoInput } from '../common.contract.ts';
import { publicProcedure } from '../trpc.ts';
import { WithdrawalTermsOutput } from './withdraw.contract.ts';

/** The least amount and the fee of a withdrawal, per currency, shown before anyone confirms. Anyone. */
export const getWithdrawalTerms = publicProcedure
  .input(NoInput)
  .output(WithdrawalTermsOutput)
  .query(({ ctx }) => {
    const { withdrawalMinimumMicro, withdrawalFeeMicro } = ctx.deps.settings;
    return USER_CURRENCIES.map((currency) => ({
      currency,
      minimum: withdrawalMinimumMicro[currency],
      fee: withdrawalFeeMicro[currency],
    }));
  });
