import { z } from 'zod/mini';

const LENGTH_MAX = 255;

/** A client's own name for a request to move money: the same one with the same request moves it once. */
export const IdempotencyKey = z.string().check(
  z.minLength(1, { error: 'The idempotency key is empty.' }),
  z.maxLength(LENGTH_MAX, {
    error: 'The idempotency key is longer than 255 characters.',
  }),
);
