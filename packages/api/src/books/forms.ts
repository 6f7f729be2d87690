import { LEDGER_CURRENCIES } from '@glasspool/core';
import { z } from 'zod/mini';

const REASON_LENGTH_MAX = 500;

export const ProposeCorrectionInput = z.strictObject({
  currency: z.enum(LEDGER_CURRENCIES),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Say what explains the difference.' }),
      z.maxLength(REASON_LENGTH_MAX, { error: `Say it in at most ${REASON_LENGTH_MAX} characters.` }),
    ),
});
