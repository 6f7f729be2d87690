import { AmountString } from '@glasspool/core';
import { z } from 'zod';
import { CurrencyField } from '../common.contract.ts';

export const TransferReferralInput = z.strictObject({
  amount: AmountString,
  destination: z.enum(['toWithdrawable', 'toInvest'], {
    error: 'Choose a destination: toWithdrawable or toInvest.',
  }),
  currency: CurrencyField.default('USDT'),
});
export const TransferReferralOutput = z.object({ message: z.string() });
