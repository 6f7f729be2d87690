import { SnapshotWaitsError } from '@glasspool/solvency';
import { KilledError } from './scheduler.ts';

/** Finding of an oracle: a rule of the pool is broken. */
export class ViolationError extends Error {
  override readonly name = 'ViolationError';
  readonly oracle: string;

  constructor(oracle: string, message: string) {
    super(`${oracle}: ${message}`);
    this.oracle = oracle;
  }
}

/** Fault that the story caused: a node or mail server that is away for a moment. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}

/** Failures that the story itself causes, and snapshots that wait for a node, for restored books or for a clock. */
const WANTED = [KilledError, FaultError, SnapshotWaitsError];

/** Returns true for an error that the story caused, or for several such errors together. */
export function isWanted(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isWanted);
  return WANTED.some((wanted) => error instanceof wanted);
}
