import { NetworkRefusedError } from '@glasspool/chains';
import { KeystoreError } from '@glasspool/chains/keys';
import { PoolError } from '@glasspool/core';
import { BackupError, FirstEditionError, NewerDatabaseError } from '@glasspool/db';
import { OtherKeystoreError } from '@glasspool/pool/deposits';
import { LogCutError } from '@glasspool/pool/outgoing';
import { StandstillError } from './backup/standstill.ts';
import { ConfigError } from './config/config-error.ts';
import { describeDatabasePlace } from './config/database-place.ts';
import { findDatabaseTrouble } from './dependencies/database-probe.ts';
import { DependencyError } from './dependencies/wait-until.ts';

/** Errors whose message says what is wrong and what to do. */
const FORESEEN = [
  BackupError,
  ConfigError,
  DependencyError,
  FirstEditionError,
  KeystoreError,
  LogCutError,
  NetworkRefusedError,
  NewerDatabaseError,
  OtherKeystoreError,
  PoolError,
  StandstillError,
];

/** Refusals of the operating system, and ways out. */
const OF_FILES: Readonly<Record<string, string>> = {
  EACCES: 'may not be used by the user that runs this. Change its owner or its permissions, or name another.',
  EEXIST: 'is there already. Name one that is not.',
  EISDIR: 'is a folder where a file is needed. Name another.',
  ELOOP: 'is a link that leads to itself. Name another.',
  ENAMETOOLONG: 'has too long a name. Name another.',
  ENOENT: 'is not there. Make it, or name another.',
  ENOSPC: 'cannot be written: the disk is full. Make room, then try again.',
  ENOTDIR: 'is no folder, or lies below a file. Name another.',
  EPERM: 'may not be changed by the user that runs this. Change its owner, or name another.',
  EROFS: 'cannot be written: the file system is read-only. Name another.',
};

/** Returns the reason for which the program did not start, in a sentence; with the stack of an unexpected error alone. */
export function describeStartError(error: unknown, program = 'Glasspool'): string {
  return `${program} did not start. ${describe(error)}`;
}

/** The same for a command, which starts nothing. */
export function describeCommandError(error: unknown): string {
  return describe(error);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (FORESEEN.some((known) => error instanceof known)) return error.message;
  if ('code' in error && error.code === 'EADDRINUSE')
    return 'The port is in use: stop the other program, or set PORT to another number.';
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return error.message;
  const ofFile = 'code' in error ? OF_FILES[String(error.code)] : undefined;
  if (ofFile !== undefined) return 'path' in error ? `${String(error.path)} ${ofFile}` : error.message;
  const trouble = findDatabaseTrouble(error, describeDatabasePlace());
  return trouble?.sentence ?? error.stack ?? error.message;
}
