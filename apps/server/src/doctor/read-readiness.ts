import type { Symptom } from '@glasspool/server/operations';
import { z } from 'zod';
import type { Config } from '../config/config.ts';

const TIMEOUT_MS = 10_000;

const Readiness = z.object({
  status: z.boolean(),
  dependencies: z.record(z.string(), z.object({ state: z.string(), reason: z.string() })),
});

/** Asks the running program whether it is ready, and which of its dependencies are in trouble. */
export async function readReadiness({
  host,
  port,
}: Pick<Config['http'], 'host' | 'port'>): Promise<Symptom[]> {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { status, dependencies } = Readiness.parse(await response.json());
    const troubles = Object.entries(dependencies)
      .filter(([, { state }]) => state !== 'ok')
      .map(
        ([name, { state, reason }]): Symptom => ({
          urgency: state === 'starting' ? 'look' : 'act',
          sentence: `${name} is ${state} (${reason}). Its notice in the back office, and the log, say what to do.`,
        }),
      );
    const whole: Symptom = status
      ? { urgency: 'well', sentence: `The program at ${url} is ready.` }
      : { urgency: 'act', sentence: `The program at ${url} is not ready.` };
    return [whole, ...troubles];
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const message = cause instanceof Error ? cause.message : String(cause);
    return [
      {
        urgency: 'act',
        sentence: `The program does not answer at ${url}: ${message}. Look at its service and log.`,
      },
    ];
  }
}
