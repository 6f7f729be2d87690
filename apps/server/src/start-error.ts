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
  const trouble = findDatabaseTrouble(error, describeDatabasePlace());
  return trouble?.sentence ?? error.stack ?? error.message;
}
