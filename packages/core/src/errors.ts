import type { ErrorDescription, ErrorField } from './error-description.ts';
import { POOL_ERRORS } from './error-list.ts';

export type PoolErrorCode = keyof typeof POOL_ERRORS;
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** A rule of the product refused. Its message is meant for people; its code is for programs. */
export class PoolError extends Error {
  override readonly name = 'PoolError';
  readonly code: PoolErrorCode;
  readonly details: ErrorDetails;

  /** Input field that it concerns, where a call names it otherwise than most. */
  readonly field: ErrorField | undefined;

  constructor(
    code: PoolErrorCode,
    details: ErrorDetails = {},
    { field, ...options }: ErrorOptions & { field?: ErrorField } = {},
  ) {
    super(describeError(code, details), options);
    this.code = code;
    this.details = details;
    this.field = field;
  }

  get status(): number {
    return POOL_ERRORS[this.code].status;
  }
}

/** Description of an error, with the optional parts that only some have. */
export function getErrorDescription(code: PoolErrorCode): ErrorDescription {
  return POOL_ERRORS[code];
}

/** The sentence of an error, with its details filled in. */
export function describeError(code: PoolErrorCode, details: ErrorDetails = {}): string {
  return POOL_ERRORS[code].message.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(details[name] ?? placeholder),
  );
}
