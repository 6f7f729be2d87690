import { createId, type UserId, type WebhookId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { WebhookDeps } from './deps.ts';
import { queueUser } from './queue.ts';

/** Events that a user's programs can receive. */
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

/** Events that wait for one webhook. A server that is away for long misses the oldest; its owner sees them and can have them sent again. */
const WAITING_MAX = 1_000;

/** Enqueues an event for a user's webhooks, in the transaction that caused it. A worker sends it after the commit. */
export async function enqueueEvent(
  tx: Transaction,
  deps: Pick<WebhookDeps, 'machineClock' | 'random'>,
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
  if (webhooks.length > 0) await queueUser(tx, { userId, now: createdAt });
  for (const { id: webhookId } of webhooks) {
    await makeRoom(tx, webhookId);
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

async function makeRoom(tx: Transaction, webhookId: WebhookId): Promise<void> {
  const waiting = tx
    .selectFrom('webhookDelivery')
    .select('id')
    .where('webhookId', '=', webhookId)
    .where('nextTryAt', 'is not', null);
  const { count } = await tx
    .selectFrom(waiting.limit(WAITING_MAX).as('waiting'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count < WAITING_MAX) return;
  const oldest = await waiting.orderBy('nextTryAt').orderBy('id').limit(1).executeTakeFirstOrThrow();
  await tx
    .updateTable('webhookDelivery')
    .set({ nextTryAt: null, lastError: 'TOO_MANY_WAITED' })
    .where('id', '=', oldest.id)
    .execute();
}
