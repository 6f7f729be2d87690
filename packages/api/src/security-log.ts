import type { PoolErrorCode, UserId } from '@glasspool/core';

/** Event for the search for attacks. Holds nothing that was typed. */
export interface SecurityEvent {
  /** The procedure, or what it led to. */
  readonly event: string;
  /** Done, or the refusal. */
  readonly outcome: 'done' | PoolErrorCode;
  readonly userId: UserId | undefined;
  readonly apiKeyId: string | undefined;
  readonly ipAddress: string;
  readonly requestId: string;
}

/** Refusals about permissions, and of requests that none of our forms sends. */
const TELLING: readonly PoolErrorCode[] = [
  'ACCOUNT_LOCKED',
  'API_KEY_NOT_ALLOWED',
  'FORBIDDEN',
  'INVALID_INPUT',
  'LOGIN_BLOCKED',
  'NOT_SIGNED_IN',
  'PASSWORD_CHANGE_REQUIRED',
  'PAYEE_NOT_LISTED',
  'PAYEE_WAITS',
  'RATE_LIMITED',
  'TWO_FACTOR_NOT_ENROLLED',
];

/** Returns true when the outcome of a call belongs into the security log: of what touches secrets or is an admin's to change, each one. */
export function isSecurityEvent(
  { guard, limit }: { readonly guard?: string; readonly limit?: string } = {},
  { type, outcome }: { type: string; outcome: SecurityEvent['outcome'] },
): boolean {
  const isSensitive = limit === 'secret' || limit === 'money' || (guard === 'admin' && type === 'mutation');
  return isSensitive || (outcome !== 'done' && TELLING.includes(outcome));
}
