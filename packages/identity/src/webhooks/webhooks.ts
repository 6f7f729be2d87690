import { createId, type DeliveryId, PoolError, type UserId, type WebhookId } from '@glasspool/core';
import { findEarlierResult, rememberKey, toKey } from '@glasspool/db';
import { lockActor } from '../accounts/lock-user-row.ts';
import type { Actor } from '../deps.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { assertPassword } from '../passwords/assert-password.ts';
import { sealSecret } from '../secret-box.ts';
import type { WebhookDeps } from './deps.ts';
import { queueUser } from './queue.ts';

const SECRET_BYTES = 32;
const WEBHOOKS_MAX = 5;

export interface Webhook {
  readonly id: WebhookId;
  readonly url: string;
  readonly createdAt: number;
}

/** An event on its way to a webhook, or one that got there. */
export interface Delivery {
  readonly id: DeliveryId;
  readonly event: string;
  readonly createdAt: number;
  readonly tries: number;
  /** Null once it was delivered or given up. */
  readonly nextTryAt: number | null;
  readonly deliveredAt: number | null;
  /** The HTTP status of the last answer. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

/**
 * Sends a user's events to a URL from now on. The secret that signs them is returned this once: the same request under the same
 * idempotency key is refused.
 *
 * @throws PoolError WEBHOOK_URL_REFUSED, LOGIN_BLOCKED, CURRENT_PASSWORD_WRONG, WEBHOOKS_MAX, SECRET_SHOWN_BEFORE,
 *   IDEMPOTENCY_KEY_REUSED
 */
export async function createWebhook(
  deps: Pick<
    WebhookDeps,
    'db' | 'machineClock' | 'random' | 'passwords' | 'otpKey' | 'twoFactorKey' | 'webhooks'
  >,
  request: { actor: Actor; url: string; password: string; idempotencyKey?: string },
): Promise<{ id: WebhookId; secret: string }> {
  const { actor, url, password, idempotencyKey } = request;
  const keyed = toKey({ userId: actor.userId, operation: 'create-webhook', idempotencyKey }, [url]);
  if (!deps.webhooks.accepts(url)) throw new PoolError('WEBHOOK_URL_REFUSED');
  await assertPassword(deps, { userId: actor.userId, password });
  const id = createId('webhook', { clock: deps.machineClock, random: deps.random });
  const secret = `whsec_${Buffer.from(deps.random.bytes(SECRET_BYTES)).toString('base64')}`;
  const secretBox = sealSecret(deps, id, secret);
  await deps.db.transaction(async (tx) => {
    await lockActor(tx, actor);
    if ((await findEarlierResult(tx, keyed)) !== undefined) throw new PoolError('SECRET_SHOWN_BEFORE');
    const { count } = await tx
      .selectFrom('webhook')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', actor.userId)
      .where('removedAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (count >= WEBHOOKS_MAX) throw new PoolError('WEBHOOKS_MAX', { max: WEBHOOKS_MAX });
    const createdAt = deps.machineClock.now();
    await rememberKey(tx, keyed, { resultId: id, now: createdAt });
    await tx
      .insertInto('webhook')
      .values({ id, userId: actor.userId, url, secretBox, createdAt, removedAt: null })
      .execute();
    await enqueueMail(tx, deps, { recipient: actor.email, write: (texts) => texts.webhookCreated({ url }) });
  });
  return { id, secret };
}

/** Webhooks of a user, the newest first. */
export async function listWebhooks({ db }: Pick<WebhookDeps, 'db'>, userId: UserId): Promise<Webhook[]> {
  return db.read
    .selectFrom('webhook')
    .select(['id', 'url', 'createdAt'])
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Sends nothing there any more, what waits included.
 *
 * @throws PoolError NOT_FOUND when the user has no such webhook.
 */
export async function removeWebhook(
  { db, machineClock }: Pick<WebhookDeps, 'db' | 'machineClock'>,
  { userId, id }: { userId: UserId; id: WebhookId },
): Promise<void> {
  const now = machineClock.now();
  await db.transaction(async (tx) => {
    const removed = await tx
      .updateTable('webhook')
      .set({ removedAt: now })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('removedAt', 'is', null)
      .executeTakeFirst();
    if (removed.numUpdatedRows !== 1n) throw new PoolError('NOT_FOUND');
    await tx.updateTable('webhookDelivery').set({ nextTryAt: null }).where('webhookId', '=', id).execute();
  });
}

/**
 * A page of what was sent to a webhook, the newest first.
 *
 * @throws PoolError NOT_FOUND when the user has no such webhook.
 */
export async function listDeliveries(
  { db }: Pick<WebhookDeps, 'db'>,
  { userId, id, page, limit }: { userId: UserId; id: WebhookId; page: number; limit: number },
): Promise<{ deliveries: Delivery[]; total: number }> {
  const webhook = await db.read
    .selectFrom('webhook')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (webhook === undefined) throw new PoolError('NOT_FOUND');
  const { total } = await db.read
    .selectFrom('webhookDelivery')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('webhookId', '=', id)
    .executeTakeFirstOrThrow();
  const deliveries = await db.read
    .selectFrom('webhookDelivery')
    .select(['id', 'event', 'createdAt', 'tries', 'nextTryAt', 'deliveredAt', 'lastStatus', 'lastError'])
    .where('webhookId', '=', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { deliveries, total };
}

/**
 * Sends an event again, whatever became of it.
 *
 * @throws PoolError NOT_FOUND when it is not an event of the user's, or its webhook was removed.
 */
export async function redeliver(
  { db, machineClock }: Pick<WebhookDeps, 'db' | 'machineClock'>,
  { userId, id }: { userId: UserId; id: DeliveryId },
): Promise<void> {
  const now = machineClock.now();
  await db.transaction(async (tx) => {
    const delivery = await tx
      .selectFrom('webhookDelivery')
      .innerJoin('webhook', 'webhook.id', 'webhookDelivery.webhookId')
      .select('webhookDelivery.id')
      .where('webhookDelivery.id', '=', id)
      .where('webhook.userId', '=', userId)
      .where('webhook.removedAt', 'is', null)
      .executeTakeFirst();
    if (delivery === undefined) throw new PoolError('NOT_FOUND');
    await tx
      .updateTable('webhookDelivery')
      .set({ nextTryAt: now, deliveredAt: null, tries: 0 })
      .where('id', '=', id)
      .execute();
    await queueUser(tx, { userId, now });
  });
}
