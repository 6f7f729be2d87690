import type { PoolEvent } from '@glasspool/pool';
import { NoInput } from '../common.contract.ts';
import { protectedProcedure } from '../trpc.ts';

/**
 * Tells the caller's screens what changed, until they leave. Signed-in users; each sees their own events only. An event holds
 * no data: the screen asks again, so that a lost one loses nothing.
 */
export const onChange = protectedProcedure.input(NoInput).subscription(async function* ({ ctx, signal }) {
  const waiting: PoolEvent[] = [];
  let wake: () => void = () => undefined;
  const unsubscribe = ctx.deps.events.subscribe(ctx.actor, (event) => {
    waiting.push(event);
    wake();
  });
  const stop = (): void => wake();
  signal?.addEventListener('abort', stop);
  try {
    while (signal?.aborted !== true) {
      const event = waiting.shift();
      if (event !== undefined) yield event;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    unsubscribe();
  }
});
