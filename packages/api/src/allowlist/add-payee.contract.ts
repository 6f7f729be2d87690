import { z } from 'zod/mini';
import { CurrencyField } from '../currency.contract.ts';
import { SecondFactorCode } from '../users/second-factor.contract.ts';
import { CurrentPassword, Label } from '../users/settings.contract.ts';

const ADDRESS_LENGTH_MAX = 100;

export const AddPayeeInput = z.strictObject({
  currency: CurrencyField,
  address: z
    .string({ error: 'Enter the address.' })
    .check(
      z.minLength(1, { error: 'Enter the address.' }),
      z.maxLength(ADDRESS_LENGTH_MAX, { error: 'This is too long for an address.' }),
    ),
  label: Label,
  password: CurrentPassword,
  /** For accounts with a second factor: the code of the app, or a recovery code. */
  totp: z.optional(SecondFactorCode),
});

export const SetAllowlistOnlyInput = z.strictObject({
  allowlistOnly: z.boolean({ error: 'Choose on or off.' }),
  password: CurrentPassword,
});
export type AddPayeeInput = z.infer<typeof AddPayeeInput>;
