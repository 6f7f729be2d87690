import { PoolError } from '@glasspool/core';
import { assertWritable, type Database } from '@glasspool/db';
import { type DependencyFinding, type DependencyReason, WELL } from '@glasspool/pool/dependencies';
import type { Probe } from './prober.ts';

const EVERY_MS = 3_000;
const TIMEOUT_MS = 5_000;

/** Writes to the database now and then: one that only reads, or whose disk is full, answers questions all the same. */
export function createDatabaseProbe(
  database: Database,
  { place, readNow }: { place: string; readNow: () => number },
): Probe {
  return {
    names: ['database'],
    everyMs: EVERY_MS,
    timeoutMs: TIMEOUT_MS,
    silence: `${place} does not answer in time. Check that it runs and how busy it is.`,
    run: async () => {
      const finding = await assertWritable(database, readNow()).then(
        () => WELL,
        (error: unknown) => describeDatabaseError(error, place),
      );
      return new Map([['database', finding]]);
    },
  };
}

interface Rule {
  readonly codes: RegExp;
  readonly state: 'degraded' | 'refused';
  readonly reason: DependencyReason;
  describe(message: string): string;
}

/** By the codes of PostgreSQL (appendix A), SQLite and the operating system. */
const RULES: readonly Rule[] = [
  {
    codes: /^28/,
    state: 'refused',
    reason: 'login-refused',
    describe: (message) => `refuses the login: ${message}. Check the user and the password.`,
  },
  {
    codes: /^(3D|42501)/,
    state: 'refused',
    reason: 'login-refused',
    describe: (message) => `refuses this user: ${message}. Create the database, or grant the rights.`,
  },
  {
    codes: /^SQLITE_CANTOPEN/,
    state: 'refused',
    reason: 'read-only',
    describe: () =>
      'cannot be opened. Check that the folder exists and belongs to the user that runs the pool.',
  },
  {
    codes: /^(25006|SQLITE_READONLY)/,
    state: 'degraded',
    reason: 'read-only',
    describe: () =>
      'takes no changes: it is read-only, as a standby is, or its files belong to another user. Make it writable, or name the primary.',
  },
  {
    codes: /^(53100|SQLITE_FULL)/,
    state: 'degraded',
    reason: 'full',
    describe: () => 'takes no changes: its disk is full. Free some space; the pool goes on by itself.',
  },
  {
    codes: /^57P03/,
    state: 'degraded',
    reason: 'unreachable',
    describe: () => 'is starting up, or stopping. Wait, or look into its log.',
  },
  {
    codes: /^53/,
    state: 'degraded',
    reason: 'bad-answer',
    describe: (message) =>
      `has run out of connections or memory: ${message}. Raise max_connections, or run fewer processes.`,
  },
  {
    codes: /^SQLITE_(NOTADB|CORRUPT)/,
    state: 'refused',
    reason: 'bad-answer',
    describe: (message) =>
      `is no database that can be read: ${message}. Restore the newest backup (docs/operations.md), or name another folder.`,
  },
  {
    codes: /^SQLITE_/,
    state: 'degraded',
    reason: 'bad-answer',
    describe: (message) => `cannot be read or written: ${message}. Check the disk.`,
  },
];

/** Describes an error of a database, or returns undefined for one that is not about its server or its disk. */
export function findDatabaseTrouble(error: unknown, place: string): DependencyFinding | undefined {
  const isAway = error instanceof Error && isDatabaseAway(error);
  const code = findDriverError(error).code ?? '';
  return isAway || RULES.some(({ codes }) => codes.test(code))
    ? describeDatabaseError(error, place)
    : undefined;
}

function isDatabaseAway(error: Error): boolean {
  return error instanceof PoolError
    ? error.code === 'DATABASE_AWAY'
    : error.cause instanceof Error && isDatabaseAway(error.cause);
}

/** Describes why a database does not do what it is asked for. `place` says which one and which setting names it. */
function describeDatabaseError(error: unknown, place: string): DependencyFinding {
  const cause = findDriverError(error);
  const message = cause.message || String(cause.code);
  const rule = RULES.find(({ codes }) => codes.test(cause.code ?? ''));
  if (rule !== undefined)
    return { state: rule.state, reason: rule.reason, sentence: `${place} ${rule.describe(message)}` };
  return {
    state: 'degraded',
    reason: 'unreachable',
    sentence: `${place} cannot be reached: ${message}. Check that it runs, and the host and port.`,
  };
}

/** The driver's own error, below those that say what it meant to the caller. */
function findDriverError(error: unknown): Error & { code?: string } {
  if (!(error instanceof Error)) return new Error(String(error));
  const isOurs = error instanceof PoolError || error.message.startsWith('Migration failed');
  return isOurs && error.cause instanceof Error ? findDriverError(error.cause) : error;
}
