import { createHmac } from 'node:crypto';
import { type DeliveryId, HOUR_MS, MINUTE_MS, SECOND_MS, type UserId } from '@glasspool/core';
import { lockRows } from '@glasspool/db';
import { openSecret } from '../secret-box.ts';
import type { WebhookDeps } from './deps.ts';
import { endTurn, findNext, type Lane, takeTurns } from './queue.ts';

/** Users who are served at once, with one post under way for each. */
const SLOTS: Readonly<Record<Lane, number>> = { prompt: 32, late: 8 };
/** Events in one turn of a user. */
const EVENTS_PER_TURN = 10;
/** After a slower answer the user goes to the late ones. */
const PROMPT_MS = 2 * SECOND_MS;
/** After each try that failed; then it is given up, until its owner asks for it again. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS] as const;
const SUCCESS_FROM = 200;
const SUCCESS_TO = 299;

type Deps = Pick<WebhookDeps, 'db' | 'machineClock' | 'twoFactorKey' | 'webhooks'>;

/**
 * Sends the events that are due to the servers of users. A step begins turns and does not wait for them: a server that never answers
 * holds up the events of its user alone.
 */
export class EventDeliveries implements AsyncDisposable {
  readonly #turns: Readonly<Record<Lane, Set<Promise<void>>>> = { prompt: new Set(), late: new Set() };
  #failure: unknown;
  #isStopping = false;

  /** Begins as many turns as there is room for. Throws what went wrong in an earlier one; its user has another turn later. */
  async step(deps: Deps): Promise<void> {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
    for (const lane of ['prompt', 'late'] as const) {
      const turns = this.#turns[lane];
      const limit = SLOTS[lane] - turns.size;
      if (limit === 0) continue;
      for (const userId of await takeTurns(deps, { lane, limit })) {
        const turn = haveTurn(deps, userId, () => !this.#isStopping)
          .catch((error: unknown) => {
            this.#failure = error;
          })
          .finally(() => turns.delete(turn));
        turns.add(turn);
      }
    }
  }

  /** Begins nothing more, and waits for the posts that are under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#turns.prompt, ...this.#turns.late]);
  }
}

async function haveTurn(deps: Deps, userId: UserId, goesOn: () => boolean): Promise<void> {
  let isPrompt = true;
  for (let events = 0; isPrompt && goesOn() && events < EVENTS_PER_TURN; events += 1) {
    const due = await takeDue(deps, userId);
    if (due === undefined) break;
    const startedAt = deps.machineClock.now();
    const hasAnswered = await deliver(deps, due);
    isPrompt = hasAnswered && deps.machineClock.now() - startedAt <= PROMPT_MS;
  }
  await endTurn(deps, { userId, isPrompt });
}

interface Due {
  readonly id: DeliveryId;
  readonly payload: string;
  readonly webhookId: string;
  readonly url: string;
  readonly secretBox: string;
}

/** Takes the next event of a user, and counts the try before it is made: a crash in between costs one try and never a flood. */
async function takeDue({ db, machineClock }: Deps, userId: UserId): Promise<Due | undefined> {
  const now = machineClock.now();
  return db.transaction(async (tx) => {
    const next = await findNext(tx, userId);
    if (next === undefined || next.nextTryAt > now) return undefined;
    const query = tx
      .selectFrom('webhookDelivery')
      .innerJoin('webhook', 'webhook.id', 'webhookDelivery.webhookId')
      .select(['webhookDelivery.id', 'payload', 'webhookId', 'url', 'secretBox'])
      .where('webhookDelivery.id', '=', next.id);
    const due = await lockRows(tx, query).executeTakeFirstOrThrow();
    const waitMs = WAITS_MS[next.tries];
    await tx
      .updateTable('webhookDelivery')
      .set({ tries: next.tries + 1, nextTryAt: waitMs === undefined ? null : now + waitMs })
      .where('id', '=', next.id)
      .execute();
    return due;
  });
}

/**
 * Sends one event, signed as Standard Webhooks has it: `webhook-signature: v1,` and the HMAC-SHA256 of id, time and body. Returns whether
 * the server answered at all.
 */
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
  return answer.status !== null;
}

/** The signature of an event (Standard Webhooks 1.0): HMAC-SHA256 over `id.timestamp.payload`. */
function signEvent(secret: string, event: { id: string; timestamp: string; payload: string }): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const mac = createHmac('sha256', key).update(`${event.id}.${event.timestamp}.${event.payload}`);
  return `v1,${mac.digest('base64')}`;
}

/** In words for the owner, without details of our side. */
function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z_]{1,40}$/.test(code) ? code : 'no answer';
}
