import { SECOND_MS } from '@glasspool/core';
import type { DependencyFinding } from '@glasspool/pool/dependencies';
import pRetry, { AbortError } from 'p-retry';
import type { Logger } from 'pino';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5 * SECOND_MS;

/** A dependency that the program cannot start without is away or refused. Its message is for the operator. */
export class DependencyError extends Error {
  override readonly name = 'DependencyError';
}

export interface WaitOptions {
  readonly log: Logger;
  /** Longest wait for what may come, in ms. */
  readonly startWaitMs: number;
  /** Ends the wait when the program is told to stop. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Tries something at the start of the program until it works. What may come is waited for, with a line in the log for each new reason; what
 * cannot heal by itself is not.
 *
 * @param describe tells the one from the other: `refused` cannot heal; undefined is an unexpected error.
 * @throws DependencyError with the sentence of the last failure.
 */
export async function waitUntil<Result>(
  attempt: () => Promise<Result>,
  describe: (error: unknown) => DependencyFinding | undefined,
  { log, startWaitMs, signal }: WaitOptions,
): Promise<Result> {
  let said = '';
  return pRetry(
    async () => {
      try {
        return await attempt();
      } catch (error) {
        const finding = describe(error);
        if (finding === undefined) throw new AbortError(error instanceof Error ? error : String(error));
        const failure = new DependencyError(finding.sentence, { cause: error });
        if (finding.state === 'refused') throw new AbortError(failure);
        if (finding.sentence !== said) log.warn({ reason: finding.reason }, `Waiting: ${finding.sentence}`);
        said = finding.sentence;
        throw failure;
      }
    },
    {
      retries: Number.POSITIVE_INFINITY,
      minTimeout: FIRST_PAUSE_MS,
      maxTimeout: LONGEST_PAUSE_MS,
      maxRetryTime: startWaitMs,
      ...(signal && { signal }),
    },
  );
}
