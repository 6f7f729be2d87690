import { Email } from '@glasspool/core';
import { z } from 'zod';
import {
  FeedFields,
  FeedMeta,
  idField,
  isWithinReach,
  MicroAmount,
  OUT_OF_REACH,
  Timestamp,
} from '../contract.ts';
import { CurrencyField, TwoFactorCode } from '../forms.ts';
import { Reason } from '../hot-wallet/forms.ts';

const SEARCH_LENGTH_MAX = 100;
const NOTE_LENGTH_MAX = 1_000;

const UserIdField = idField('user', 'This is not the id of a user.');

const UserFields = {
  id: UserIdField,
  email: z.string(),
  userName: z.string(),
  role: z.enum(['user', 'admin', 'auditor']),
  createdAt: Timestamp,
  lockedAt: Timestamp.nullable(),
  lockReason: z.string().nullable(),
  balances: z.array(
    z.object({
      currency: CurrencyField,
      wallet: MicroAmount,
      invested: MicroAmount,
      withdrawable: MicroAmount,
      referral: MicroAmount,
      onHold: MicroAmount,
      receivable: MicroAmount.describe('Owed by the user to the pool.'),
    }),
  ),
};

const FilterFields = { search: z.string().trim().max(SEARCH_LENGTH_MAX).optional() };
/** Users that an export holds. */
export const UserFilter = z.strictObject(FilterFields);
export const ListUsersInput = z
  .strictObject({ ...FeedFields, ...FilterFields })
  .refine(isWithinReach, OUT_OF_REACH)
  .prefault({});
export const ListUsersOutput = z.object({
  totalUsers: z.number(),
  data: z.array(z.object(UserFields)),
  meta: FeedMeta.describe('`total` counts what the search found.'),
});

export const GetUserInput = z.strictObject({ id: UserIdField });
export const GetUserOutput = z.object({
  ...UserFields,
  referralCode: z.string(),
  wallets: z.array(z.object({ network: z.string(), address: z.string() })),
  sessions: z.array(z.object({ startedAt: Timestamp, lastSeenAt: Timestamp, expiresAt: Timestamp })),
});

export const UserActionInput = z.strictObject({ id: UserIdField, reason: Reason });
export const LockUserInput = UserActionInput.extend({ totp: z.optional(TwoFactorCode) });
export const AddNoteInput = z.strictObject({
  id: UserIdField,
  note: z
    .string()
    .trim()
    .min(1, { error: 'Write the note.' })
    .max(NOTE_LENGTH_MAX, { error: `A note has at most ${NOTE_LENGTH_MAX} characters.` }),
});
export const EndSessionsOutput = z.object({ ended: z.number() });

const StaffRole = z.enum(['admin', 'auditor'], { error: 'role is admin or auditor.' });
const StaffId = idField('user', 'This is not the id of an account.');

export const ListStaffOutput = z.array(
  z.object({
    id: StaffId,
    email: z.string(),
    role: StaffRole,
    createdAt: Timestamp,
    lockedAt: Timestamp.nullable(),
    hasTwoFactor: z.boolean(),
    lastSeenAt: Timestamp.nullable().describe('Null for an invitation that was not taken up.'),
  }),
);

export const InviteStaffInput = z.strictObject({
  email: Email,
  role: StaffRole,
  totp: z.optional(TwoFactorCode),
});
export const ChangeStaffRoleInput = z.strictObject({
  id: StaffId,
  role: StaffRole,
  reason: Reason,
  totp: z.optional(TwoFactorCode),
});
