import { z } from 'zod';
import { MicroAmount, NoOutput, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { idField } from '../id-field.contract.ts';
import { REASON_LENGTH_MAX } from '../text-lengths.contract.ts';
import { TwoFactorCode } from '../users/two-factor.contract.ts';

const WithdrawalIdField = idField('withdrawal', 'This is not the id of a withdrawal.');

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
      createdAt: Timestamp,
    }),
  ),
});
