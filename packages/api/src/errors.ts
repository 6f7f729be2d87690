import {
  describeError,
  type ErrorDetails,
  type ErrorField,
  getErrorDescription,
  POOL_ERRORS,
  PoolError,
  type PoolErrorCode,
} from '@glasspool/core';
import { TRPCError } from '@trpc/server';
import { z } from 'zod';

type Status = (typeof POOL_ERRORS)[PoolErrorCode]['status'];

/** tRPC's name for each status that an error of the list may have. A new status without a name does not compile. */
const TRPC_CODES = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  412: 'PRECONDITION_FAILED',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'BAD_REQUEST',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<Status, TRPCError['code']>;

/** A refusal as every interface shows it. */
export interface Failure {
  readonly status: number;
  readonly code: PoolErrorCode;
  readonly message: string;
  /** True when the same request may succeed later without a change. */
  readonly retryable: boolean;
  /** Input field that the refusal concerns. */
  readonly field?: ErrorField;
  /** Values of the placeholders in the message, for clients that have the sentence in another language. */
  readonly details?: ErrorDetails;
  /** When to try again, for refusals that end by themselves. */
  readonly retryAfterS?: number;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}

/** Turns whatever a procedure threw into what may be shown. Anything unexpected becomes INTERNAL, without its details. */
export function describeFailure(error: unknown): Failure {
  const cause = error instanceof TRPCError && error.cause !== undefined ? error.cause : error;
  if (cause instanceof PoolError) return describePoolError(cause);
  if (!(error instanceof TRPCError)) return failure('INTERNAL');
  // Elsewhere a schema stands between us and a node, a file or our own answer: no mistake of the caller's.
  if (error.code === 'BAD_REQUEST' && cause instanceof z.core.$ZodError) return describeInput(cause);
  if (error.code === 'UNAUTHORIZED') return failure('NOT_SIGNED_IN');
  if (error.code === 'FORBIDDEN') return failure('FORBIDDEN');
  if (error.code === 'NOT_FOUND' || error.code === 'METHOD_NOT_SUPPORTED') return failure('NOT_FOUND');
  if (error.code === 'PARSE_ERROR') return failure('INVALID_JSON');
  if (error.code === 'PAYLOAD_TOO_LARGE') return failure('BODY_TOO_LARGE');
  if (error.code === 'UNSUPPORTED_MEDIA_TYPE') return failure('UNSUPPORTED_MEDIA_TYPE');
  if (error.code === 'BAD_REQUEST') return failure('INVALID_INPUT');
  return failure('INTERNAL');
}

const RETRY_AFTER_DEFAULT_S = 60;

function describePoolError({ code, message, details, field }: PoolError): Failure {
  const described = { ...failure(code, message), ...(field === undefined ? {} : { field }), details };
  if (described.status !== 429 && described.status !== 503) return described;
  const { seconds, minutes } = details;
  const retryAfterS =
    typeof seconds === 'number'
      ? seconds
      : typeof minutes === 'number'
        ? minutes * 60
        : RETRY_AFTER_DEFAULT_S;
  return { ...described, retryAfterS: Math.max(1, Math.ceil(retryAfterS)) };
}

/** A pool error in tRPC's form; the original stays its cause. */
export function toTrpcError(error: PoolError): TRPCError {
  return new TRPCError({
    code: TRPC_CODES[POOL_ERRORS[error.code].status],
    message: error.message,
    cause: error,
  });
}

function failure(code: PoolErrorCode, message = describeError(code)): Failure {
  const { retryable, field } = getErrorDescription(code);
  return {
    status: POOL_ERRORS[code].status,
    code,
    message,
    retryable,
    ...(field === undefined ? {} : { field }),
  };
}

/** With one mistake its own sentence is the message, so that a person who sees only that knows what to do. */
function describeInput(error: z.core.$ZodError): Failure {
  const issues = error.issues.map((issue) => ({ path: issue.path.join('.'), message: sentence(issue) }));
  const [first] = issues;
  const message = issues.length === 1 && first !== undefined ? first.message : describeError('INVALID_INPUT');
  return { ...failure('INVALID_INPUT', message), issues };
}

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.join(', ')}. Leave it out.`;
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    const field = issue.path.join('.') || 'the input';
    return `The field ${field} is missing or is not of the type ${issue.expected}.`;
  }
  // Our own messages are sentences; zod's defaults are not.
  return /[.]$/.test(issue.message)
    ? issue.message
    : `The field ${issue.path.join('.') || 'input'} is not valid: ${issue.message.toLowerCase()}.`;
}
