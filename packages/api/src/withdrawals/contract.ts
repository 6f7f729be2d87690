import { AmountOrZeroString, AmountString, NETWORKS, WAITING_FOR, WITHDRAWAL_STATES } from '@glasspool/core';
import { z } from 'zod';
import { idField, MicroAmount, NoOutput, ReasonCode, Timestamp } from '../contract.ts';
import {
  ADDRESS_LENGTH_MAX,
  CurrencyField,
  IdempotencyKey,
  REASON_LENGTH_MAX,
  TwoFactorCode,
} from '../forms.ts';

const WithdrawalIdField = idField('withdrawal', 'This is not the id of a withdrawal.');

export const GetWithdrawalInput = z.strictObject({ id: WithdrawalIdField });

export const GetWithdrawalOutput = z.object({
  data: z.object({
    id: WithdrawalIdField,
    currency: CurrencyField,
    network: z.enum(NETWORKS),
    address: z.string(),
    amount: MicroAmount.describe('What the balance was reduced by.'),
    fee: MicroAmount.describe('Part of the amount that is not sent.'),
    state: z.enum(WITHDRAWAL_STATES),
    waitingFor: z.enum(WAITING_FOR).nullable().describe('What an approved withdrawal waits for.'),
    reason: z
      .string()
      .nullable()
      .describe('Why it was rejected or failed, or why no block pays it though one did.'),
    reasonCode: ReasonCode,
    txHash: z.string().nullable().describe('The transaction that the chain took, or the last one sent.'),
    createdAt: Timestamp,
    states: z
      .array(z.object({ state: z.enum(WITHDRAWAL_STATES), at: Timestamp }))
      .describe('States in the order in which it was in them.'),
  }),
});

export const ReviewWithdrawalInput = z.discriminatedUnion('decision', [
  z.strictObject({
    id: WithdrawalIdField,
    decision: z.literal('approve'),
    totp: z.optional(TwoFactorCode),
  }),
  z.strictObject({
    id: WithdrawalIdField,
    decision: z.literal('reject'),
    reason: z.string().trim().min(1, { error: 'Tell the user why.' }).max(REASON_LENGTH_MAX),
  }),
]);
export const ReviewWithdrawalOutput = NoOutput;

export const ListReviewsOutput = z.object({
  data: z.array(
    z.object({
      id: WithdrawalIdField,
      userId: z.string(),
      email: z.string().describe('Who asked for it.'),
      source: z
        .enum(['user', 'operator'])
        .describe("Whose money it is: a user's, or the operator's own in the hot wallet."),
      currency: CurrencyField,
      address: z.string(),
      amount: MicroAmount,
      reason: z.string().nullable().describe('Why it is looked at again, when it was approved before.'),
      reasonCode: ReasonCode,
      createdAt: Timestamp,
    }),
  ),
});

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
