import { TRPCError } from '@trpc/server';
import { z } from 'zod';

/**
 * Reads what a caller sent beside the inputs that procedures declare: headers, and queries of downloads. Anything else that fails a
 * schema is a mistake of ours or of a node's answer, and no caller is told that it is theirs.
 *
 * @throws TRPCError BAD_REQUEST
 */
export function parseInput<Schema extends z.core.$ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const { data, error } = z.safeParse(schema, sent);
  if (error !== undefined) throw new TRPCError({ code: 'BAD_REQUEST', cause: error });
  return data;
}
