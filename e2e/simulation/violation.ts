import { SnapshotWaitsError } from '@glasspool/solvency';
import { KilledError } from './scheduler.ts';

/** Finding of an oracle: the pool is not as it should be. */
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

/** Kinds of failure that the story caused: its own, and snapshots that wait for a node, for restored books or for a clock. */
const WANTED = [KilledError, FaultError, SnapshotWaitsError];

/** True for what the story did itself, alone or several at once. */
export function isWanted(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isWanted);
  return WANTED.some((wanted) => error instanceof wanted);
}
