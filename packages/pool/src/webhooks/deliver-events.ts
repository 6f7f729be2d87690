import { createHmac } from 'node:crypto';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@glasspool/core';
import { lockRows } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { openSecret } from '../secret-box.ts';

const BATCH = 20;
/** After each try that failed; then it is given up, until somebody asks for it again. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS] as const;
const SUCCESS_FROM = 200;
const SUCCESS_TO = 299;

type Deps = Pick<PoolDeps, 'db' | 'machineClock' | 'secondFactorKey' | 'webhooks'>;
type Due = Awaited<ReturnType<typeof takeDue>>[number];

/**
 * Sends the events that are due, signed as Standard Webhooks has it: `webhook-signature: v1,` and the HMAC-SHA256 of id, time and body.
 * A try is counted before it is made, so that a crash in between costs one try and never a flood. Returns how many arrived.
 */
export async function deliverEvents(deps: Deps): Promise<number> {
  const due = await takeDue(deps);
  const arrived = await Promise.all(due.map((delivery) => deliver(deps, delivery)));
  return arrived.filter(Boolean).length;
}

/** Takes what is due, so that no other process sends it too. */
async function takeDue({ db, machineClock }: Deps) {
  const now = machineClock.now();
  return db.transaction(async (tx) => {
    const ids = await lockRows(
      tx,
      tx
        .selectFrom('webhookDelivery')
        .select(['id', 'tries'])
        .where('nextTryAt', '<=', now)
        .orderBy('nextTryAt')
        .orderBy('id')
        .limit(BATCH),
    ).execute();
    for (const { id, tries } of ids) {
      const waitMs = WAITS_MS[tries];
      await tx
        .updateTable('webhookDelivery')
        .set({ tries: tries + 1, nextTryAt: waitMs === undefined ? null : now + waitMs })
        .where('id', '=', id)
        .execute();
    }
    if (ids.length === 0) return [];
    return tx
      .selectFrom('webhookDelivery')
      .innerJoin('webhook', 'webhook.id', 'webhookDelivery.webhookId')
      .select([
        'webhookDelivery.id',
        'webhookDelivery.payload',
        'webhook.id as webhookId',
        'webhook.url',
        'webhook.secretBox',
      ])
      .where(
        'webhookDelivery.id',
        'in',
        ids.map(({ id }) => id),
      )
      .where('webhook.removedAt', 'is', null)
      .execute();
  });
}

async function deliver(deps: Deps, { id, payload, webhookId, url, secretBox }: Due): Promise<boolean> {
  const secret = openSecret(deps, webhookId, secretBox);
  const timestamp = String(Math.floor(deps.machineClock.now() / SECOND_MS));
  const answer = await deps.webhooks
    .post({
      url,
      body: payload,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signEvent(secret, { id, timestamp, payload }),
      },
    })
    // Whatever went wrong on the way is told to the owner of the webhook, and it is tried again.
    .catch((error: unknown) => ({ status: null, error: describe(error) }));
  const isDelivered = answer.status !== null && answer.status >= SUCCESS_FROM && answer.status <= SUCCESS_TO;
  const now = deps.machineClock.now();
  await deps.db.transaction(async (tx) => {
    await tx
      .updateTable('webhookDelivery')
      .set({
        lastStatus: answer.status,
        lastError: 'error' in answer ? answer.error : null,
        ...(isDelivered ? { deliveredAt: now, nextTryAt: null } : {}),
      })
      .where('id', '=', id)
      .execute();
  });
  return isDelivered;
}

/** The signature of an event (Standard Webhooks 1.0): HMAC-SHA256 over `id.timestamp.payload`. */
function signEvent(secret: string, event: { id: string; timestamp: string; payload: string }): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const mac = createHmac('sha256', key).update(`${event.id}.${event.timestamp}.${event.payload}`);
  return `v1,${mac.digest('base64')}`;
}

/** In the words of the owner: what our side looks like is nobody's business. */
function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z_]{1,40}$/.test(code) ? code : 'no answer';
}
