import { AmountString } from '@glasspool/core';
import { z } from 'zod/mini';
import { CurrencyField } from '../forms.ts';

/** Fields of a person who moves referral rewards. */
export const TransferReferralForm = z.strictObject({
  amount: AmountString,
  destination: z.enum(['toWithdrawable', 'toInvest'], {
    error: 'Choose a destination: toWithdrawable or toInvest.',
  }),
  currency: z._default(CurrencyField, 'USDT'),
});
