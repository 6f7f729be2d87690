import { NetworkRefusedError } from '@glasspool/chains';
import { KeystoreError } from '@glasspool/chains/keys';
import { ConfigError } from './config/config.ts';

/** Why the program did not start, as one would tell a person; the stack only where nobody foresaw the reason. */
export function describeStartError(error: unknown): string {
  if (
    error instanceof ConfigError ||
    error instanceof NetworkRefusedError ||
    error instanceof KeystoreError
  ) {
    return `Glasspool did not start. ${error.message}`;
  }
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'EADDRINUSE') {
    return 'Glasspool did not start. The port is in use: stop the other program, or set PORT to another number.';
  }
  return `Glasspool did not start. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
