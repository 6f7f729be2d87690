const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const DELAY_FIRST_MS = 5;
const DELAY_MAX_MS = 250;

/** Has a transaction repeated that was overtaken by another one: it then finds what that one made. */
export class RepeatTransactionError extends Error {
  override readonly name = 'RepeatTransactionError';
  readonly code = SERIALIZATION_FAILURE;
}

/** Returns true when a transaction failed only because another one was in its way. */
export function isRetryable(error: unknown): boolean {
  const code = errorCode(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

/** Pause before try number `attempt + 1`: doubling, up to a quarter of a second. */
export function retryDelayMs(attempt: number): number {
  return Math.min(DELAY_MAX_MS, DELAY_FIRST_MS * 2 ** (attempt - 1));
}

/** Returns true when a statement was refused by the named constraint (PostgreSQL) or by a unique rule on the named columns (SQLite). */
export function isUniqueViolation(error: unknown): boolean {
  const code = errorCode(error);
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

/** Returns true when a CHECK refused a statement. */
export function isCheckViolation(error: unknown): boolean {
  const code = errorCode(error);
  return code === '23514' || code === 'SQLITE_CONSTRAINT_CHECK';
}

function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
