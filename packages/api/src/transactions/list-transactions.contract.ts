import { NETWORKS, TRANSACTION_TYPES, WAITING_FOR } from '@glasspool/core';
import { z } from 'zod';
import { MicroAmount, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { DayFields } from '../days.contract.ts';
import { FeedFields, FeedMeta, isWithinReach, OUT_OF_REACH } from '../feed.contract.ts';
import { idField } from '../id-field.contract.ts';

const UserFilterFields = {
  type: z
    .enum(TRANSACTION_TYPES, {
      error: `type is ${TRANSACTION_TYPES.slice(0, -1).join(', ')} or ${TRANSACTION_TYPES.at(-1)}.`,
    })
    .optional(),
  currency: z.optional(CurrencyField),
  ...DayFields,
};
/** Rows of the caller's history that an export holds. */
export const UserTransactionFilter = z.strictObject(UserFilterFields);
export const ListTransactionsInput = z
  .strictObject({ ...FeedFields, ...UserFilterFields })
  .refine(isWithinReach, OUT_OF_REACH)
  .prefault({});
export const ListTransactionsOfInput = z
  .strictObject({
    userId: idField('user', 'This is not the id of a user.'),
    ...FeedFields,
    ...UserFilterFields,
  })
  .refine(isWithinReach, OUT_OF_REACH);

export const ListPublicTransactionsInput = z
  .strictObject({
    ...FeedFields,
    type: z.enum(['deposit', 'withdrawal'], { error: 'type is deposit or withdrawal.' }).optional(),
  })
  .refine(isWithinReach, OUT_OF_REACH)
  .prefault({});

/** A movement of coins as a history shows it. */
export const TransactionRow = z.object({
  _id: z.string(),
  type: z.string(),
  amount: MicroAmount,
  currency: CurrencyField,
  txHash: z.string().nullable(),
  to: z.string().nullable(),
  network: z.enum(NETWORKS),
  timestamp: Timestamp,
  status: z.string(),
  reason: z.string().nullable(),
  waitingFor: z.enum(WAITING_FOR).nullable().describe('What an approved withdrawal waits for.'),
});

export const ListTransactionsOutput = z.object({
  data: z.array(TransactionRow),
  meta: FeedMeta,
});
