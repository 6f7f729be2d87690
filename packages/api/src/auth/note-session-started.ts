import type { UserId } from '@glasspool/core';
import type { Context } from '../context.ts';

/** Writes into the security log that a session began; the call itself had no user yet. */
export function noteSessionStarted({ address, requestId, noteSecurity }: Context, userId: UserId): void {
  noteSecurity({
    event: 'session.started',
    outcome: 'done',
    userId,
    apiKeyId: undefined,
    address,
    requestId,
  });
}
