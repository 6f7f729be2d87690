import { invest as investInPool } from '@glasspool/pool';
import { protectedProcedure } from '../trpc.ts';
import { InvestInput, InvestOutput } from './invest.contract.ts';
import { presentInvestment } from './present-investment.ts';

/** Invests the whole wallet balance of a currency. Signed-in users. Errors: TERMS_CHANGED, NOTHING_TO_INVEST, INVESTMENT_BELOW_MINIMUM. */
export const invest = protectedProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/transfer/invest',
      summary: 'Invest the whole wallet balance',
      errors: ['TERMS_CHANGED', 'NOTHING_TO_INVEST', 'INVESTMENT_BELOW_MINIMUM'],
    },
  })
  .input(InvestInput)
  .output(InvestOutput)
  .mutation(async ({ ctx, input }) => ({
    investment: presentInvestment(
      await investInPool(ctx.deps, {
        userId: ctx.actor.userId,
        currency: input.currency,
        ...(input.termsVersion === undefined ? {} : { termsVersion: input.termsVersion }),
      }),
    ),
  }));
