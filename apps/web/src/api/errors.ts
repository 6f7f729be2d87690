import { TRPCClientError } from '@trpc/client';
import { z } from 'zod';

const ErrorData = z.object({
  poolCode: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
  requestId: z.string(),
});

export interface CallError {
  readonly code: string;
  readonly message: string;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

/** A failed call as a screen shows it. Without an answer of the server, `fallback` says what did not work. */
export function describeCallError(error: unknown, fallback: string): CallError {
  if (error instanceof TRPCClientError) {
    const data = ErrorData.safeParse(error.data);
    if (data.success) return { code: data.data.poolCode, message: error.message, issues: data.data.issues };
  }
  return { code: 'NO_ANSWER', message: fallback, issues: [] };
}
