import { parseAmount } from '@glasspool/core';
import { invest as investInPool } from '@glasspool/pool/investments';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { protectedProcedure } from '../trpc.ts';
import { InvestInput, InvestOutput } from './invest.contract.ts';
import { presentInvestment } from './present-investment.ts';

/** Invests a balance, in whole or in part, under the terms in force. Signed-in users. */
export const invest = protectedProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/transfer/invest',
      summary: 'Invest the wallet, or reinvest what is withdrawable',
      errors: [
        'TERMS_CHANGED',
        'NOTHING_TO_INVEST',
        'INVESTMENT_EXCEEDS_BALANCE',
        'INVESTMENT_BELOW_MINIMUM',
        'RECEIVABLE_OUTSTANDING',
        'IDEMPOTENCY_KEY_REUSED',
      ],
    },
  })
  .input(InvestInput)
  .output(InvestOutput)
  .mutation(async ({ ctx, input }) => ({
    investment: presentInvestment(
      await investInPool(ctx.deps, {
        userId: ctx.actor.userId,
        currency: input.currency,
        source: input.from,
        amountMicro: input.amount === undefined ? undefined : parseAmount(input.amount),
        termsVersion: input.termsVersion,
        ...readIdempotencyKey(ctx),
      }),
    ),
  }));
