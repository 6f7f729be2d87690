import { z } from 'zod/mini';
import { CurrentPassword } from './settings.contract.ts';

export const BeginSecondFactorInput = z.strictObject({ password: CurrentPassword });
export const TotpInput = z.strictObject({
  code: z
    .string({ error: 'Enter the 6 digits that your app shows.' })
    .check(z.regex(/^\d{6}$/, { error: 'Enter the 6 digits that your app shows.' })),
});
export const SecondFactorCode = z.string({ error: 'Enter the code of your app, or a recovery code.' }).check(
  z.regex(/^(\d{6}|[0-9a-zA-Z]{5}-?[0-9a-zA-Z]{5})$/, {
    error: 'The code of the app has 6 digits; a recovery code reads xxxxx-xxxxx.',
  }),
);
export const SecondFactorInput = z.strictObject({ code: SecondFactorCode });
