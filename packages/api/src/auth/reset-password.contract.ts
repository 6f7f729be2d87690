import { z } from 'zod/mini';
import { TOKEN_LENGTH_MAX } from '../text-lengths.contract.ts';
import { Password } from './set-password.contract.ts';

export const ResetPasswordInput = z.strictObject({
  token: z
    .string()
    .check(
      z.minLength(1, { error: 'The reset link holds no token. Open it from the mail again.' }),
      z.maxLength(TOKEN_LENGTH_MAX),
    ),
  newPassword: Password,
  /** Ends API keys, webhooks and addresses that wait as well. */
  endsOtherAccess: z.optional(z.boolean()),
});
export const ResetPasswordOutput = z.object({ message: z.string() });
