import { TRPCError } from '@trpc/server';
import { z } from 'zod';

const NUL = '\u0000';
/** Deeper than any input of ours: three levels. */
const DEPTH_MAX = 20;
/** More than any input of ours has values. */
const PARTS_MAX = 2_000;

/** Part of an input, with its place in it. */
interface Part {
  readonly value: unknown;
  readonly depth: number;
  readonly key?: string;
  readonly parent?: Part;
}

/**
 * Refuses what no call of ours takes, before anything else looks at it: text with the character U+0000, which PostgreSQL does not take
 * and no keyboard types, halves of characters, which databases store as one and the same character, and inputs that are deeper or have more parts than any of ours. Costs in proportion to the parts it looks at,
 * of which there are a fixed number at most. Returns that number.
 *
 * @throws TRPCError BAD_REQUEST
 */
export function assertPlainInput(input: unknown): number {
  const open: Part[] = [{ value: input, depth: 0 }];
  let parts = 0;
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    parts += 1;
    const { value, depth } = part;
    if (typeof value === 'string') assertPlainText(value, part);
    if (typeof value !== 'object' || value === null) continue;
    if (depth === DEPTH_MAX) throw refusal(part, `Nest at most ${DEPTH_MAX} levels deep.`);
    const keys = Object.keys(value);
    if (parts + open.length + keys.length > PARTS_MAX)
      throw refusal({ value: null, depth: 0 }, `Send at most ${PARTS_MAX} values.`);
    for (const key of keys) {
      assertPlainText(key, part);
      open.push({ value: Reflect.get(value, key), depth: depth + 1, key, parent: part });
    }
  }
  return parts;
}

function assertPlainText(text: string, part: Part): void {
  if (text.includes(NUL)) throw refusal(part, 'Leave out the character U+0000.');
  if (!text.isWellFormed()) throw refusal(part, 'Leave out halves of characters (lone surrogates).');
}

function refusal(part: Part, message: string): TRPCError {
  const path: string[] = [];
  for (let at: Part | undefined = part; at?.key !== undefined; at = at.parent) path.unshift(at.key);
  // Of a part that is too large the message says enough.
  const issue = { code: 'custom', path, message, input: undefined } as const;
  return new TRPCError({ code: 'BAD_REQUEST', cause: new z.ZodRealError([issue]) });
}
