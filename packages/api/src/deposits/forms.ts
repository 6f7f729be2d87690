import { z } from 'zod/mini';

const ERROR =
  'A transaction hash has 64 characters, 0 to 9 and a to f. Copy it from your wallet or an explorer.';

/** The hash of a transaction as people copy it, with or without 0x. */
export const TxHash = z
  .string({ error: ERROR })
  .check(z.trim(), z.regex(/^(0x)?[0-9a-fA-F]{64}$/, { error: ERROR }));

export const TxHashForm = z.object({ txHash: TxHash });
