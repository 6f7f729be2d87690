import {
  ADMIN_TRANSACTION_TYPES,
  LEDGER_CURRENCIES,
  NETWORKS,
  TRANSACTION_OUTCOMES,
  TRANSACTION_TYPES,
  WAITING_FOR,
} from '@glasspool/core';
import { z } from 'zod';
import {
  DayFields,
  FeedFields,
  FeedMeta,
  idField,
  isWithinReach,
  MicroAmount,
  OUT_OF_REACH,
  ReasonCode,
  Timestamp,
} from '../contract.ts';
import { CurrencyField } from '../forms.ts';
import { ReserveSourcesView, RewardRunView } from '../reserve/contract.ts';

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

const ID_LENGTH_MAX = 64;

/** A reward by its id in the user's history. */
export const GetRewardReceiptInput = z.strictObject({ transactionId: z.string().max(ID_LENGTH_MAX) });
export const GetRewardReceiptOutput = z.object({
  due: MicroAmount,
  paid: MicroAmount,
  run: RewardRunView,
  sources: ReserveSourcesView,
  proof: z
    .object({
      row: z
        .string()
        .describe('level/investment/day/due/paid, amounts in micro-units; level 0 for the reward itself.'),
      salt: z.string(),
      index: z.number(),
      rows: z.number(),
      rowPath: z.array(z.string()).describe('From the row to the root of its page (RFC 6962, 2.1.1).'),
      page: z.number(),
      pages: z.number(),
      pagePath: z.array(z.string()).describe('From the root of the page to the root of the run.'),
      root: z.string(),
    })
    .nullable()
    .describe('Null while the run is open.'),
});

const AmountOfEach = z.object({ USDT: MicroAmount, TRX: MicroAmount });

export const GetTotalsOutput = z.object({
  total: AmountOfEach,
  todayTotal: AmountOfEach.describe('Of the running day, UTC.'),
});

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
  reasonCode: ReasonCode,
  waitingFor: z.enum(WAITING_FOR).nullable().describe('What an approved withdrawal waits for.'),
});

export const ListTransactionsOutput = z.object({
  data: z.array(TransactionRow),
  meta: FeedMeta,
});

/** A month in UTC that has begun, such as 2026-11, and its times: ms since the epoch, `until` is the beginning of the next one. */
export const StatementInput = z
  .strictObject({
    month: z.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, { error: 'Write the month as 2026-11.' }),
  })
  .transform(({ month }) => {
    const [year = 0, number = 0] = month.split('-').map(Number);
    return { month, from: Date.UTC(year, number - 1), until: Date.UTC(year, number) };
  });
