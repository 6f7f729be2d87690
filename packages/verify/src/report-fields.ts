// Fields of the report that a browser saves.
import { fromHex } from '@glasspool/proof';
import { z } from 'zod';

export const Micro = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);
export const Bytes = z
  .string()
  .regex(/^([0-9a-f]{2})*$/)
  .transform(fromHex);
export const Count = z.number().int().min(0);

/** An entry that the pool signed for when it was made. */
export const SignedEntry = z.object({ number: Count, entry: Bytes, signedAtMs: Count, signature: Bytes });

/** An entry of the journal that is the user's, and their rows in it where it is a page of a reward run. */
export const Entry = z.object({
  index: Count,
  snapshotNumber: Count.optional(),
  entry: Bytes,
  proof: z.array(Bytes),
  rows: z.array(z.object({ text: z.string(), index: Count, rows: Count, path: z.array(Bytes) })).optional(),
});
