// Goal: a user's programs hear of what happened to their money, once it did, signed, and again until they answer; no one else's.
import { createHmac } from 'node:crypto';
import { MINUTE_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { enter, TestIdentity } from '@glasspool/identity/testing';
import { expect, it } from 'vitest';
import type { WebhookDeps } from './deps.ts';
import {
  createWebhook,
  EventDeliveries,
  enqueueEvent,
  listDeliveries,
  listWebhooks,
  redeliver,
  removeWebhook,
} from './index.ts';

const URL_OF_ALICE = 'https://alice.example.org/hook';
const PASSWORD = 'correct horse';

/** Sends what is due, waits until it is sent, and returns how many events arrived. */
async function deliverEvents(deps: WebhookDeps): Promise<number> {
  const arrived = () =>
    deps.db.read.selectFrom('webhookDelivery').select('id').where('deliveredAt', 'is not', null).execute();
  const before = await arrived();
  {
    await using deliveries = new EventDeliveries();
    await deliveries.step(deps);
  }
  return (await arrived()).length - before.length;
}

interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

describeEachDatabase('a webhook', (open) => {
  async function withAlice() {
    const identity = new TestIdentity((await open()).database);
    const posts: Post[] = [];
    const answer = { status: 204 };
    const deps = {
      ...identity.deps,
      webhooks: {
        accepts: (url: string) => url.startsWith('https:'),
        post: async (post: Post) => {
          posts.push(post);
          if (answer.status === 0) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
          return answer;
        },
      },
    };
    const userId = await identity.signUp('alice');
    const actor = await enter(deps, { email: 'alice@example.org', password: PASSWORD });
    const request = { actor, url: URL_OF_ALICE, password: PASSWORD };
    const tell = (amount: string) =>
      deps.db.transaction((tx) =>
        enqueueEvent(tx, deps, { userId, event: 'deposit.credited', data: { currency: 'USDT', amount } }),
      );
    return { identity, deps, userId, request, posts, answer, tell };
  }

  it('is told of an event once, signed as Standard Webhooks has it', async () => {
    const { deps, request, posts, tell } = await withAlice();
    const { secret } = await createWebhook(deps, request);
    await tell('100.000000');
    expect(await deliverEvents(deps)).toBe(1);
    expect(await deliverEvents(deps)).toBe(0);
    const [post] = posts;
    if (post === undefined) throw new Error('Nothing was sent.');
    expect(JSON.parse(post.body)).toMatchObject({
      type: 'deposit.credited',
      data: { currency: 'USDT', amount: '100.000000' },
    });
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = post.headers;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${post.body}`).digest('base64');
    expect(signature).toBe(`v1,${expected}`);
    expect(JSON.parse(post.body)['id']).toBe(id);
  });

  it('is tried again, later each time, given up after a week of tries, and tried again by hand', async () => {
    const { identity, deps, userId, request, posts, answer, tell } = await withAlice();
    const { id } = await createWebhook(deps, request);
    await tell('100.000000');
    answer.status = 0;
    await deliverEvents(deps);
    await deliverEvents(deps);
    expect(posts).toHaveLength(1);
    const page = { userId, id, page: 1, limit: 10 };
    const { deliveries } = await listDeliveries(deps, page);
    expect(deliveries).toMatchObject([
      { tries: 1, deliveredAt: null, lastStatus: null, lastError: 'ECONNREFUSED' },
    ]);
    expect(deliveries[0]?.nextTryAt).toBe(identity.clock.now() + MINUTE_MS);
    answer.status = 500;
    for (let hours = 0; hours < 24 * 7; hours += 1) {
      identity.advanceHours(1);
      await deliverEvents(deps);
    }
    expect(posts).toHaveLength(7);
    const [given] = (await listDeliveries(deps, page)).deliveries;
    expect(given).toMatchObject({ tries: 7, nextTryAt: null, deliveredAt: null, lastStatus: 500 });
    answer.status = 200;
    if (given === undefined) throw new Error('The event is gone.');
    const bob = await identity.signUp('bob');
    await expect(redeliver(deps, { userId: bob, id: given.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await redeliver(deps, { userId, id: given.id });
    expect(await deliverEvents(deps)).toBe(1);
    // ASVS 16.5.2
    expect(new Set(posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('gets an event once from two processes', async () => {
    const { deps, request, posts, tell } = await withAlice();
    await createWebhook(deps, request);
    await tell('100.000000');
    await Promise.all([deliverEvents(deps), deliverEvents(deps), deliverEvents(deps)]);
    expect(posts).toHaveLength(1);
  });

  it('belongs to its user, needs the password and an acceptable URL, and is silent once removed', async () => {
    const { identity, deps, userId, request, posts, tell } = await withAlice();
    const refused = createWebhook(deps, { ...request, url: 'http://10.0.0.1/' });
    await expect(refused).rejects.toMatchObject({ code: 'WEBHOOK_URL_REFUSED' });
    const wrong = createWebhook(deps, { ...request, password: 'wrong' });
    await expect(wrong).rejects.toMatchObject({ code: 'CURRENT_PASSWORD_WRONG' });
    const { id } = await createWebhook(deps, request);
    const bob = await identity.signUp('bob');
    expect(await listWebhooks(deps, bob)).toEqual([]);
    const his = { userId: bob, id };
    await expect(removeWebhook(deps, his)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(listDeliveries(deps, { ...his, page: 1, limit: 10 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await tell('100.000000');
    await removeWebhook(deps, { userId, id });
    expect(await deliverEvents(deps)).toBe(0);
    await tell('100.000000');
    expect(await deliverEvents(deps)).toBe(0);
    expect(posts).toEqual([]);
    for (let count = 0; count < 5; count += 1) await createWebhook(deps, request);
    await expect(createWebhook(deps, request)).rejects.toMatchObject({ code: 'WEBHOOKS_MAX' });
  });
});
