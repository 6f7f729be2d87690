import { z } from 'zod';
import { MicroAmount } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';

export const WithdrawalLimitsOutput = z.object({
  data: z.array(
    z.object({
      currency: CurrencyField,
      minimum: MicroAmount,
      fee: MicroAmount,
      reviewAbove: MicroAmount.describe(
        'Sum per user and UTC day above which an admin reviews a withdrawal.',
      ),
      requestedToday: MicroAmount.describe('Requested by the caller since the UTC day began.'),
      withoutReview: MicroAmount.describe('Largest withdrawal right now that needs no review.'),
      poolLeftToday: MicroAmount.describe('Left of the daily cap of the whole pool.'),
      recentAddresses: z.array(z.string()).describe('Addresses that the caller paid to last, newest first.'),
    }),
  ),
});
