import { ADMIN_TRANSACTION_TYPES, LEDGER_CURRENCIES, NETWORKS, TRANSACTION_OUTCOMES } from '@glasspool/core';
import { z } from 'zod';
import { MicroAmount, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { DayFields } from '../days.contract.ts';
import { FeedFields, FeedMeta, isWithinReach, OUT_OF_REACH } from '../feed.contract.ts';
import { idField } from '../id-field.contract.ts';

const DAYS_MAX = 366;
/** An e-mail address is the longest thing to look for (RFC 5321). */
const SEARCH_LENGTH_MAX = 254;

const FilterFields = {
  type: z
    .enum(ADMIN_TRANSACTION_TYPES, {
      error: 'type is deposit, withdrawal, referral_transfer, wallet_release, investment or daily_payout.',
    })
    .optional(),
  order: z.enum(['newest', 'oldest'], { error: 'order is newest or oldest.' }).default('newest'),
  currency: z.optional(CurrencyField),
  outcome: z
    .enum(TRANSACTION_OUTCOMES, { error: 'outcome is success, open or failed.' })
    .optional()
    .describe('Done, under way, or ended without moving anything: rejected, cancelled, failed, reversed.'),
  ...DayFields,
  search: z
    .string()
    .trim()
    .max(SEARCH_LENGTH_MAX)
    .optional()
    .describe('A user by e-mail address or id, an address or a transaction of a chain, or the id of a row.'),
};
/** Which transactions an export holds. */
export const AdminTransactionFilter = z.strictObject(FilterFields);
export const ListAdminTransactionsInput = z
  .strictObject({ ...FeedFields, ...FilterFields })
  .refine(isWithinReach, OUT_OF_REACH)
  .prefault({});

const AdminTransactionView = z.object({
  _id: z.string(),
  type: z.enum(ADMIN_TRANSACTION_TYPES),
  amount: MicroAmount,
  currency: CurrencyField,
  network: z.enum(NETWORKS),
  status: z.string(),
  txHash: z.string().nullable(),
  to: z.string().nullable(),
  email: z.string().nullable().describe("Whose it is; null for what is the operator's or concerns all."),
  userId: idField('user', 'This is not the id of a user.').nullable(),
  isOperator: z.boolean(),
  timestamp: Timestamp,
});
export const ListAdminTransactionsOutput = z.object({ data: z.array(AdminTransactionView), meta: FeedMeta });

export const GetAdminTransactionInput = z.strictObject({
  type: z.enum(ADMIN_TRANSACTION_TYPES),
  id: z.string().max(64),
});
export const GetAdminTransactionOutput = z.object({
  transaction: AdminTransactionView,
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  transfers: z.array(
    z.object({
      reference: z.string(),
      kind: z.string(),
      createdAt: Timestamp,
      postings: z.array(
        z.object({ path: z.string(), currency: z.enum(LEDGER_CURRENCIES), amount: MicroAmount }),
      ),
    }),
  ),
});

export const ListDailyFiguresInput = z
  .strictObject({ days: z.number().int().min(1).max(DAYS_MAX).default(30) })
  .prefault({});
export const ListDailyFiguresOutput = z.array(
  z.object({
    currency: CurrencyField,
    day: z.number().describe('Days since 1970-01-01, UTC.'),
    deposited: MicroAmount,
    withdrawn: MicroAmount,
    principal: MicroAmount,
    reserve: MicroAmount,
    runwayTenthDays: z.number().nullable(),
  }),
);
