import { parseAmount } from '@glasspool/core';
import { releaseWallet as releaseInPool } from '@glasspool/pool/balances';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { protectedProcedure } from '../trpc.ts';
import { ReleaseWalletInput, ReleaseWalletOutput } from './invest.contract.ts';

/** Makes an uninvested deposit withdrawable, in whole or in part. Signed-in users. */
export const releaseWallet = protectedProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/transfer/wallet',
      summary: 'Make an uninvested deposit withdrawable',
      errors: ['NOTHING_TO_RELEASE', 'WALLET_EXCEEDED', 'RECEIVABLE_OUTSTANDING', 'IDEMPOTENCY_KEY_REUSED'],
    },
  })
  .input(ReleaseWalletInput)
  .output(ReleaseWalletOutput)
  .mutation(async ({ ctx, input: { currency, amount } }) => ({
    released: await releaseInPool(ctx.deps, {
      userId: ctx.actor.userId,
      currency,
      amountMicro: amount === undefined ? undefined : parseAmount(amount),
      ...readIdempotencyKey(ctx),
    }),
  }));
