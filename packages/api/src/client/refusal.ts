import { TRPCClientError } from '@trpc/client';

/** Answer of a pool that did not do what it was asked. */
export interface Refusal {
  /** For programs; it does not change. The reference of the API lists all codes. */
  readonly code: string;
  /** For people: what happened and what to do. */
  readonly message: string;
  readonly httpStatus: number;
  /** True when the same request may succeed later without a change. */
  readonly retryable: boolean;
  /** Input field that the refusal concerns, where it is one. */
  readonly field: string | undefined;
  /** Give it to the operator's support. */
  readonly requestId: string;
}

/** Refusal behind an error of a call. Undefined when there was no answer: then it is not known whether the call was carried out. */
export function findRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  const data: unknown = error.data;
  if (typeof data !== 'object' || data === null) return undefined;
  const { poolCode, httpStatus, retryable, field, requestId } = data as Record<string, unknown>; // Read as unknown fields, each of them checked.
  if (typeof poolCode !== 'string') return undefined;
  return {
    code: poolCode,
    message: error.message,
    httpStatus: Number(httpStatus),
    retryable: retryable === true,
    field: typeof field === 'string' ? field : undefined,
    requestId: String(requestId),
  };
}
