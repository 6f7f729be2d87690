import { NetworkRefusedError } from '@glasspool/chains';
import { KeystoreError } from '@glasspool/chains/keys';
import { ConfigError } from './config/config-error.ts';

/** Why the program did not start, as one would tell a person; the stack only where nobody foresaw the reason. */
export function describeStartError(error: unknown, program = 'Glasspool'): string {
  if (
    error instanceof ConfigError ||
    error instanceof NetworkRefusedError ||
    error instanceof KeystoreError
  ) {
    return `${program} did not start. ${error.message}`;
  }
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'EADDRINUSE') {
    return `${program} did not start. The port is in use: stop the other program, or set PORT to another number.`;
  }
  const refusal = findDatabaseRefusal(error);
  if (refusal !== undefined)
    return `${program} did not start. The database does not take the connection: ${refusal}. Check DATABASE_URL, and that the database runs.`;
  return `${program} did not start. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

/** A socket that nobody listens at, or PostgreSQL's classes 28 (who may log in), 3D (no such database) and 53 (no connection free). */
const DATABASE_REFUSALS = /^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|28...|3D...|53...)$/;

/** What the database said, from anywhere in a chain of causes. */
function findDatabaseRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && DATABASE_REFUSALS.test(String(error.code)))
    return error.message || String(error.code);
  return findDatabaseRefusal(error.cause);
}
