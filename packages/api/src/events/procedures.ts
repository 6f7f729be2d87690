import { SECOND_MS } from '@glasspool/core';
import { isSessionOpen } from '@glasspool/identity/sessions';
import type { PoolEvent } from '@glasspool/pool/events';
import { TRPCError, type TRPCRouterRecord } from '@trpc/server';
import { NoInput } from '../contract.ts';
import { protectedProcedure } from '../trpc.ts';

/** Interval at which a silent stream checks whether its session has expired. A session that is ended is reported at once. */
const LOOK_EVERY_MS = 30 * SECOND_MS;

/**
 * Streams changes to the caller's screens until they disconnect or their session ends. Signed-in users; each sees their own events only.
 * The number of streams per IP address and account is bounded. An event holds no data: the screen asks again, so that a lost event loses nothing.
 */
const onChange = protectedProcedure.input(NoInput).subscription(async function* ({ ctx, signal }) {
  const closeStream = ctx.limits.openStream({ ipAddress: ctx.ipAddress, accountId: ctx.actor.userId });
  const waiting: PoolEvent[] = [];
  let wake: () => void = () => undefined;
  const stop = (): void => wake();
  const look = (): void => {
    waiting.push({ type: 'session.ended' });
    wake();
  };
  const unsubscribe = ctx.deps.events.subscribe(ctx.actor, (event) => {
    waiting.push(event);
    wake();
  });
  const timer = setInterval(look, LOOK_EVERY_MS);
  signal?.addEventListener('abort', stop);
  try {
    while (signal?.aborted !== true) {
      const event = waiting.shift();
      if (event?.type === 'session.ended') {
        // It may be another session of the same user that ended.
        if (await isSessionOpen(ctx.deps, ctx.actor)) continue;
        ctx.disconnect?.();
        throw new TRPCError({ code: 'UNAUTHORIZED' });
      }
      if (event !== undefined) yield event;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', stop);
    unsubscribe();
    closeStream();
  }
});

export const eventRoutes = { onChange } satisfies TRPCRouterRecord;
