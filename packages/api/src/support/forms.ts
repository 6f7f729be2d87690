import { z } from 'zod/mini';
import { TwoFactorCode } from '../forms.ts';

const LENGTH_MAX = 280;

export const AnnouncementOutput = z.object({ text: z.string() });
export const SetAnnouncementInput = z.strictObject({
  /** Empty to end the announcement. */
  text: z
    .string({ error: 'Write the announcement, or leave it empty to end it.' })
    .check(
      z.trim(),
      z.maxLength(LENGTH_MAX, { error: `An announcement has at most ${LENGTH_MAX} characters.` }),
    ),
  totp: z.optional(TwoFactorCode),
});
