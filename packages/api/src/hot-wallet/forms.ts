import { AmountString, NETWORKS } from '@glasspool/core';
import { z } from 'zod/mini';
import {
  ADDRESS_LENGTH_MAX,
  CurrencyField,
  IdempotencyKey,
  REASON_LENGTH_MAX,
  TwoFactorCode,
} from '../forms.ts';

/** More than the reasons that are kept, in letters of two units each. */
const HALT_LENGTH_MAX = 6_000;

/** Reason for an admin's action: for the audit log, and for the user whom it concerns. */
export const Reason = z
  .string({ error: 'Write down why.' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Write down why.' }),
    z.maxLength(REASON_LENGTH_MAX, { error: `A reason has at most ${REASON_LENGTH_MAX} characters.` }),
  );

export const WithdrawOwnFundsInput = z.strictObject({
  address: z
    .string({ error: 'Enter the address that the money goes to.' })
    .check(
      z.minLength(1, { error: 'Enter the address that the money goes to.' }),
      z.maxLength(ADDRESS_LENGTH_MAX, { error: 'This is too long for an address.' }),
    ),
  amount: AmountString,
  currency: CurrencyField,
  /** For admins with two-factor authentication: the code of the app, or a recovery code. */
  totp: z.optional(TwoFactorCode),
  idempotencyKey: z.optional(IdempotencyKey),
});

export const HaltPayoutsInput = z.strictObject({ reason: Reason });
export const AllowOneNodeInput = z.strictObject({
  network: z.enum(NETWORKS, { error: 'Name the network: BSC or TRON.' }),
  reason: Reason,
  totp: z.optional(TwoFactorCode),
});
export const ResumePayoutsInput = z.strictObject({
  reason: Reason,
  totp: z.optional(TwoFactorCode),
  /** Reasons why payouts are off, as the caller was shown them. Where others came since, nothing is changed. */
  frozen: z.optional(z.string().check(z.maxLength(HALT_LENGTH_MAX))),
});
