import type { UserId } from '@glasspool/core';
import type { Context } from '../context.ts';

/** Writes into the security log that a session began; the call itself had no user yet. */
export function logSessionStarted({ ipAddress, requestId, logSecurity }: Context, userId: UserId): void {
  logSecurity({
    event: 'session.started',
    outcome: 'done',
    userId,
    apiKeyId: undefined,
    ipAddress,
    requestId,
  });
}
