import { z } from 'zod';
import { Password } from './set-password.contract.ts';

const TOKEN_LENGTH_MAX = 200;

export const ResetPasswordInput = z.strictObject({
  token: z
    .string()
    .min(1, { error: 'The reset link holds no token. Open it from the mail again.' })
    .max(TOKEN_LENGTH_MAX),
  newPassword: Password,
});
export const ResetPasswordOutput = z.object({ message: z.string() });
