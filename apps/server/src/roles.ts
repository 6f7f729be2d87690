import { parseArgs } from 'node:util';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';

/**
 * Roles of a process: `web` answers users, `worker` does the work in the background, `signer` holds the keys, and `all` is a whole pool in one
 * process with a signer beside it.
 */
export const ROLES = ['all', 'web', 'worker', 'signer'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Reads `--role`; `all` when it is left out.
 *
 * @throws ConfigError for another argument or role.
 */
export function readRole(args: readonly string[]): Role {
  const name = readArgument(args) ?? 'all';
  const role = ROLES.find((one) => one === name);
  if (role === undefined)
    throw new ConfigError(`--role: there is no role ${name}. It is one of ${ROLES.join(', ')}.`);
  return role;
}

function readArgument(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { role: { type: 'string' } } }).values.role;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`${reason} The only argument is --role ${ROLES.join('|')}.`, { cause });
  }
}

/**
 * Makes sure that a process of its role has what it shares with the others: SQLite serves one process, and a signer or local chains that a
 * process starts are its own.
 *
 * @throws ConfigError with one line for each setting that is missing.
 */
export function assertRoleFits(
  role: Role,
  { signer, chains }: Pick<Config, 'signer' | 'chains'>,
  databaseUrl: string,
): void {
  if (role === 'all') return;
  const missing = [
    ...(databaseUrl.startsWith('postgres:')
      ? []
      : ['DATABASE_URL: several processes share PostgreSQL; SQLite serves one']),
    ...(signer.socketPath === undefined ? ['SIGNER_SOCKET: all processes have the same signer'] : []),
    ...(chains.network === 'local' && chains.sharedUrl === undefined
      ? ['LOCAL_CHAINS_URL: all processes have the same chains (npm run cluster starts everything)']
      : []),
  ];
  if (missing.length > 0) throw new ConfigError(`--role ${role} needs more settings:\n${missing.join('\n')}`);
}
