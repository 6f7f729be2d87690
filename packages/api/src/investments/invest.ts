import { invest as investInPool } from '@glasspool/pool';
import { requestKeyOf } from '../request-key.ts';
import { protectedProcedure } from '../trpc.ts';
import { InvestInput, InvestOutput } from './invest.contract.ts';
import { presentInvestment } from './present-investment.ts';

/** Invests the whole wallet balance of a currency. Signed-in users. Errors: TERMS_CHANGED, NOTHING_TO_INVEST, INVESTMENT_BELOW_MINIMUM, IDEMPOTENCY_KEY_REUSED. */
export const invest = protectedProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/transfer/invest',
      summary: 'Invest the whole wallet balance',
      errors: ['TERMS_CHANGED', 'NOTHING_TO_INVEST', 'INVESTMENT_BELOW_MINIMUM', 'IDEMPOTENCY_KEY_REUSED'],
    },
  })
  .input(InvestInput)
  .output(InvestOutput)
  .mutation(async ({ ctx, input }) => ({
    investment: presentInvestment(
      await investInPool(ctx.deps, {
        userId: ctx.actor.userId,
        currency: input.currency,
        ...requestKeyOf(ctx),
        ...(input.termsVersion === undefined ? {} : { termsVersion: input.termsVersion }),
      }),
    ),
  }));
