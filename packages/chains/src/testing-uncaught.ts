import { setTimeout } from 'node:timers/promises';

/** Long enough for promises that a call left behind to be rejected. */
const SETTLE_MS = 50;
const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/** Errors for which Node would have ended the process while `work` ran, or shortly after it. The first one ends the wait for `work`. */
export async function collectUncaught(work: () => Promise<unknown>): Promise<unknown[]> {
  const uncaught: unknown[] = [];
  const first = Promise.withResolvers<void>();
  const note = (error: unknown): void => {
    uncaught.push(error);
    first.resolve();
  };
  // The test runner's own listeners would end the run.
  const others = EVENTS.map((event) => process.rawListeners(event));
  for (const event of EVENTS) process.removeAllListeners(event).on(event, note);
  try {
    const done = work();
    // Left alone when the first error came before it was over.
    done.catch(() => undefined);
    await Promise.race([done, first.promise]);
    await setTimeout(SETTLE_MS);
    return uncaught;
  } finally {
    for (const [index, event] of EVENTS.entries()) {
      process.removeAllListeners(event);
      // Node hands out listeners as functions of an unknown form.
      for (const listener of others[index] ?? []) process.on(event, listener as () => void);
    }
  }
}
