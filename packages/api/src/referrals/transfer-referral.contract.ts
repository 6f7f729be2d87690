import { AmountString } from '@glasspool/core';
import { z } from 'zod/mini';
import { CurrencyField } from '../currency.contract.ts';
import { IdempotencyKey } from '../idempotency-key.contract.ts';

export const TransferReferralInput = z.strictObject({
  amount: AmountString,
  destination: z.enum(['toWithdrawable', 'toInvest'], {
    error: 'Choose a destination: toWithdrawable or toInvest.',
  }),
  currency: z._default(CurrencyField, 'USDT'),
  idempotencyKey: z.optional(IdempotencyKey),
});
export const TransferReferralOutput = z.object({ message: z.string() });
