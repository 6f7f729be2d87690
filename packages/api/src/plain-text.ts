import { TRPCError } from '@trpc/server';
import { z } from 'zod';

const NUL = '\u0000';

/**
 * Refuses text with the character U+0000 in it, wherever it stands: PostgreSQL takes none, and nobody types it.
 *
 * @throws TRPCError BAD_REQUEST
 */
export function assertNoNul(input: unknown): void {
  const path = findNul(input, []);
  if (path === undefined) return;
  const issue = { code: 'custom', path, message: 'Leave out the character U+0000.', input } as const;
  throw new TRPCError({ code: 'BAD_REQUEST', cause: new z.ZodRealError([issue]) });
}

/** Where the first one stands. Inputs are JSON, which cannot refer to itself. */
function findNul(value: unknown, path: readonly string[]): string[] | undefined {
  if (typeof value === 'string') return value.includes(NUL) ? [...path] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const found = key.includes(NUL) ? [...path] : findNul(part, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
