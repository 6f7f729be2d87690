import { describeNodeError, NetworkRefusedError } from '@glasspool/chains';
import { MINUTE_MS, PoolError } from '@glasspool/core';
import type { Logger } from 'pino';
import { SignerAwayError } from '../signer/connect-signer.ts';

/** The same failure of a worker is logged again after this time. */
const REPEAT_AFTER_MS = 10 * MINUTE_MS;

/** Codes of ethers, of axios below tronweb, and of the operating system for a node that is away, hangs, or answers nonsense. */
const NODE_CODES =
  /^(TIMEOUT|NETWORK_ERROR|SERVER_ERROR|UNKNOWN_ERROR|CALL_EXCEPTION|BAD_DATA|ERR_BAD_RE(QUEST|SPONSE)|ERR_NETWORK|ECONN(ABORTED|REFUSED|RESET)|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|ENOSPC)$/;

interface Failure {
  readonly reason: string;
  readonly at: number;
}

/** Logs failures of workers that run every second: each reason once, then every ten minutes, and the recovery. */
export class FailureLog {
  readonly #log: Logger;
  readonly #failures = new Map<string, Failure>();

  constructor(log: Logger) {
    this.#log = log;
  }

  record(worker: string, error: unknown): void {
    const reason = describeReason(error);
    const known = this.#failures.get(worker);
    if (known?.reason === reason && performance.now() - known.at < REPEAT_AFTER_MS) return;
    this.#failures.set(worker, { reason, at: performance.now() });
    // The stack of an expected fault says nothing: a dependency is away, and has a log line with its host.
    const details = isExpectedFault(error) ? { reason } : { err: error };
    this.#log.warn({ worker, ...details }, 'worker step failed');
  }

  /** Records a step that ended well. */
  clear(worker: string): void {
    if (this.#failures.delete(worker)) this.#log.warn({ worker }, 'worker recovered');
  }
}

/** Reason of a failure, in the node's own words where it said any. Of several failures each reason once. */
function describeReason(error: unknown): string {
  if (!(error instanceof AggregateError)) return describeNodeError(error);
  return [error.message, ...new Set(error.errors.map(describeNodeError))].join(' ');
}

/** Returns true for a fault of something that this program depends on: expected, and not a defect. */
function isExpectedFault(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isExpectedFault);
  if (error instanceof PoolError) return error.status === 503;
  if (error instanceof NetworkRefusedError || error instanceof SignerAwayError) return true;
  return error instanceof Error && 'code' in error && NODE_CODES.test(String(error.code));
}
