import { z } from 'zod/mini';
import { CurrentPassword, Label } from '../account/forms.ts';
import { ADDRESS_LENGTH_MAX, CurrencyField, TwoFactorCode } from '../forms.ts';

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
