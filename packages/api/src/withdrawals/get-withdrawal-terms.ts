import { USER_CURRENCIES } from '@glasspool/core';
import { getCurrentTerms } from '@glasspool/pool';
import { NoInput } from '../common.contract.ts';
import { publicProcedure } from '../trpc.ts';
import { WithdrawalTermsOutput } from './withdraw.contract.ts';

/** Smallest amount and fee of a withdrawal by the terms in force, per currency. Anyone. */
export const getWithdrawalTerms = publicProcedure
  .input(NoInput)
  .output(WithdrawalTermsOutput)
  .query(async ({ ctx: { deps } }) => {
    const terms = await getCurrentTerms(deps.db.read, deps.clock.now());
    return USER_CURRENCIES.map((currency) => ({
      currency,
      minimum: terms.withdrawalMinimumMicro[currency],
      fee: terms.withdrawalFeeMicro[currency],
    }));
  });
