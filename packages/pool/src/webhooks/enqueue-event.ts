import { createId, type UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';

/** What a user's programs are told of. */
export const WEBHOOK_EVENTS = [
  'deposit.credited',
  'deposit.reversed',
  'withdrawal.confirmed',
  'withdrawal.failed',
  'withdrawal.rejected',
  'withdrawal.cancelled',
  'reward.paid',
  'investment.matured',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export interface EventOfUser {
  readonly userId: UserId;
  readonly event: WebhookEvent;
  /** Amounts as decimal strings. */
  readonly data: Readonly<Record<string, string | number | null>>;
}

/** Tells the webhooks of a user what happened, in the transaction of it. A worker sends it after the commit. */
export async function enqueueEvent(
  tx: Transaction,
  deps: Pick<PoolDeps, 'machineClock' | 'random'>,
  { userId, event, data }: EventOfUser,
): Promise<void> {
  const webhooks = await tx
    .selectFrom('webhook')
    .select('id')
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .execute();
  const { machineClock: clock, random } = deps;
  const createdAt = clock.now();
  for (const { id: webhookId } of webhooks) {
    const id = createId('delivery', { clock, random });
    const payload = JSON.stringify({ id, type: event, timestamp: new Date(createdAt).toISOString(), data });
    await tx
      .insertInto('webhookDelivery')
      .values({
        id,
        webhookId,
        event,
        payload,
        createdAt,
        tries: 0,
        nextTryAt: createdAt,
        deliveredAt: null,
        lastStatus: null,
        lastError: null,
      })
      .execute();
  }
}
