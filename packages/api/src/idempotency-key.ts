import type { Context } from './context.ts';
import { IdempotencyKey } from './forms.ts';
import { parseInput } from './parse-input.ts';

/**
 * The key of a request to move money: out of its body, or of its header Idempotency-Key.
 *
 * @throws TRPCError BAD_REQUEST when the header is not a key.
 */
export function readIdempotencyKey(
  { idempotencyKey: header }: Pick<Context, 'idempotencyKey'>,
  input: { readonly idempotencyKey?: string | undefined } = {},
): { idempotencyKey?: string } {
  const idempotencyKey = input.idempotencyKey ?? header;
  if (idempotencyKey === undefined) return {};
  return { idempotencyKey: parseInput(IdempotencyKey, idempotencyKey) };
}
