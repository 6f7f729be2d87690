import superjson from 'superjson';

/**
 * Answers go through superjson, so that amounts arrive as bigint. Inputs are plain JSON: superjson would let a client make
 * regular expressions and other objects of its choice. Server and clients share this.
 */
export const transformer = {
  input: { serialize: (value: unknown) => value, deserialize: (value: unknown) => value },
  output: superjson,
};

/** Calls in one request or message at most. A client splits what is more. */
export const CALLS_PER_BATCH_MAX = 20;
