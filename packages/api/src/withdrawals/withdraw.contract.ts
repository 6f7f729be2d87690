import { AmountOrZeroString, AmountString, WITHDRAWAL_STATES } from '@glasspool/core';
import { z } from 'zod';
import { CurrencyField } from '../currency.contract.ts';
import { idField } from '../id-field.contract.ts';
import { IdempotencyKey } from '../idempotency-key.contract.ts';
import { ADDRESS_LENGTH_MAX } from '../text-lengths.contract.ts';
import { TwoFactorCode } from '../users/two-factor.contract.ts';

/** Address of a withdrawal, as typed. */
export const PayeeAddress = z
  .string({ error: 'Enter the address that the money goes to.' })
  .min(1, { error: 'Enter the address that the money goes to.' })
  .max(ADDRESS_LENGTH_MAX, { error: 'This is too long for an address.' });

export const WithdrawInput = z
  .strictObject({
    receiverAddress: PayeeAddress.optional(),
    address: PayeeAddress.optional().describe('The other name that the specification gives the same field.'),
    amount: AmountString,
    currency: CurrencyField,
    from: z
      .literal('own-funds', { error: 'from is own-funds, or left out.' })
      .optional()
      .describe("For admins: takes the operator's own money out of the hot wallet."),
    fee: z
      .optional(AmountOrZeroString)
      .describe(
        "Fee that was shown, of a withdrawal of the caller's own; the call is refused when another one is in force by now.",
      ),
    totp: z
      .optional(TwoFactorCode)
      .describe(
        'A two-factor code, if you have one: for the first payment to an address, and for each out of the hot wallet.',
      ),
    idempotencyKey: z.optional(IdempotencyKey),
  })
  .refine((input) => (input.receiverAddress === undefined) !== (input.address === undefined), {
    error: 'Enter the address that the money goes to, once: as receiverAddress or as address.',
    path: ['receiverAddress'],
  })
  .refine((input) => input.from === undefined || input.fee === undefined, {
    error: 'A withdrawal out of the hot wallet has no fee: leave it out.',
    path: ['fee'],
  })
  .meta({
    examples: [
      {
        receiverAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
        amount: '12.5',
        currency: 'USDT',
      },
    ],
  });

export const CancelWithdrawalInput = z.strictObject({
  id: idField('withdrawal', 'This is not the id of a withdrawal.'),
});

export const WithdrawOutput = z.object({
  message: z.string(),
  data: z.object({
    id: idField('withdrawal', 'This is not the id of a withdrawal.'),
    state: z.enum(WITHDRAWAL_STATES),
  }),
});
