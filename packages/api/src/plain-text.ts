import { TRPCError } from '@trpc/server';
import { z } from 'zod';

const NUL = '\u0000';

/** Part of an input, with its place in it. */
interface Part {
  readonly value: unknown;
  readonly key?: string;
  readonly parent?: Part;
}

/**
 * Refuses text with the character U+0000 in it, wherever it stands: PostgreSQL takes none, and no keyboard types it. Costs in
 * proportion to the input, however deep it is nested.
 *
 * @throws TRPCError BAD_REQUEST
 */
export function assertNoNul(input: unknown): void {
  const open: Part[] = [{ value: input }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { value } = part;
    if (typeof value === 'string' && value.includes(NUL)) throw refusal(part);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (key.includes(NUL)) throw refusal(part);
      open.push({ value: inner, key, parent: part });
    }
  }
}

function refusal(part: Part): TRPCError {
  const path: string[] = [];
  for (let at: Part | undefined = part; at?.key !== undefined; at = at.parent) path.unshift(at.key);
  const { value: input } = part;
  const issue = { code: 'custom', path, message: 'Leave out the character U+0000.', input } as const;
  return new TRPCError({ code: 'BAD_REQUEST', cause: new z.ZodRealError([issue]) });
}
