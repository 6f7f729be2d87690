import { z } from 'zod/mini';
import { CurrencyField } from '../currency.contract.ts';
import { ADDRESS_LENGTH_MAX } from '../text-lengths.contract.ts';
import { CurrentPassword, Label } from '../users/settings.contract.ts';
import { TwoFactorCode } from '../users/two-factor.contract.ts';

export const AddAllowlistEntryInput = z.strictObject({
  currency: CurrencyField,
  address: z
    .string({ error: 'Enter the address.' })
    .check(
      z.minLength(1, { error: 'Enter the address.' }),
      z.maxLength(ADDRESS_LENGTH_MAX, { error: 'This is too long for an address.' }),
    ),
  label: Label,
  password: CurrentPassword,
  /** For accounts with two-factor authentication: the code of the app, or a recovery code. */
  totp: z.optional(TwoFactorCode),
});

export const SetAllowlistOnlyInput = z.strictObject({
  allowlistOnly: z.boolean({ error: 'Choose on or off.' }),
  password: CurrentPassword,
  /** To turn it off, for accounts with two-factor authentication. */
  totp: z.optional(TwoFactorCode),
});
export type AddAllowlistEntryInput = z.infer<typeof AddAllowlistEntryInput>;
