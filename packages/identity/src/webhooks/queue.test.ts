// Goal: users whose servers never answer, however many events they have and however often they ask again, hold up the events of no other.
import { MINUTE_MS, SECOND_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { enter, TestIdentity } from '@glasspool/identity/testing';
import { expect, it, vi } from 'vitest';
import type { WebhookDeps } from './deps.ts';
import { enqueueEvent } from './enqueue-event.ts';
import { createWebhook, EventDeliveries, listDeliveries, redeliver } from './index.ts';

const PASSWORD = 'correct horse';

/** Waits for what happens beside the step: a limit for what hangs, not for what a busy machine does slowly. */
function eventually(check: () => unknown): Promise<unknown> {
  return vi.waitFor(check, { timeout: 30_000 });
}

/** Posts under way to a server that does not answer until it is told to. */
class SilentServer {
  readonly #waiting: (() => void)[] = [];
  posts = 0;
  answers = false;

  get underWay(): number {
    return this.#waiting.length;
  }

  post(): Promise<{ status: number }> {
    this.posts += 1;
    if (this.answers) return Promise.resolve({ status: 204 });
    return new Promise((_resolve, reject) => {
      this.#waiting.push(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    });
  }

  giveUp(): void {
    for (const end of this.#waiting.splice(0)) end();
  }
}

describeEachDatabase('the queue of events', (open) => {
  async function withUsers() {
    const { database, connect } = await open();
    const identity = new TestIdentity(database);
    const silent = new SilentServer();
    const heard: string[] = [];
    const deps: WebhookDeps = {
      ...identity.deps,
      webhooks: {
        accepts: () => true,
        post: async ({ url, body }) => {
          if (url.includes('silent')) return silent.post();
          heard.push(JSON.parse(body).data.name);
          return { status: 204 };
        },
      },
    };
    const subscribe = async (name: string, url: string) => {
      const userId = await identity.signUp(name);
      const actor = await enter(deps, { email: `${name}@example.org`, password: PASSWORD });
      const { id } = await createWebhook(deps, { actor, url, password: PASSWORD });
      const tell = (event: string) =>
        deps.db.transaction((tx) =>
          enqueueEvent(tx, deps, { userId, event: 'deposit.credited', data: { name: event } }),
        );
      return { userId, id, tell };
    };
    return { identity, connect, deps, silent, heard, subscribe };
  }

  it('has one post of a user under way, and goes on with the others meanwhile', async () => {
    const { deps, silent, heard, subscribe } = await withUsers();
    const bob = await subscribe('bob', 'https://silent.example.org/');
    const alice = await subscribe('alice', 'https://alice.example.org/');
    for (let event = 0; event < 30; event += 1) await bob.tell(`bob ${event}`);
    await using deliveries = new EventDeliveries();
    await deliveries.step(deps);
    await eventually(() => expect(silent.underWay).toBe(1));
    await alice.tell('first');
    await deliveries.step(deps);
    await eventually(() => expect(heard).toEqual(['first']));
    expect(silent.posts).toBe(1);
    silent.giveUp();
  });

  it('has users without an answer wait longer each time, and again no longer once they answer', async () => {
    const { identity, deps, silent, subscribe } = await withUsers();
    const bob = await subscribe('bob', 'https://silent.example.org/');
    for (let event = 0; event < 30; event += 1) await bob.tell(`bob ${event}`);
    const pauses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const deliveries = new EventDeliveries();
      await deliveries.step(deps);
      await eventually(() => expect(silent.underWay).toBe(1));
      silent.giveUp();
      await deliveries[Symbol.asyncDispose]();
      const { nextTurnAt } = await readQueue(deps, bob.userId);
      pauses.push(((nextTurnAt ?? 0) - identity.clock.now()) / SECOND_MS);
      if (turn < 3) identity.clock.advance((nextTurnAt ?? 0) - identity.clock.now());
    }
    expect(pauses).toEqual([10, 20, 40, 80]);
    // Asking for events again makes no turn earlier.
    const { deliveries: listed } = await listDeliveries(deps, { ...bob, page: 1, limit: 10 });
    const { nextTurnAt: before } = await readQueue(deps, bob.userId);
    for (const { id } of listed) await redeliver(deps, { userId: bob.userId, id });
    expect(await readQueue(deps, bob.userId)).toMatchObject({ nextTurnAt: before, silences: 4 });
    silent.answers = true;
    identity.clock.advance(80 * SECOND_MS);
    await using answered = new EventDeliveries();
    await answered.step(deps);
    await eventually(async () => expect(await readQueue(deps, bob.userId)).toMatchObject({ silences: 0 }));
  });

  it('goes on for the prompt when all places of the late are taken', async () => {
    const { identity, deps, silent, heard, subscribe } = await withUsers();
    const late = await Promise.all(
      Array.from({ length: 10 }, (_, index) => subscribe(`late${index}`, 'https://silent.example.org/')),
    );
    const alice = await subscribe('alice', 'https://alice.example.org/');
    for (const one of late) {
      await one.tell('1');
      await one.tell('2');
    }
    await using deliveries = new EventDeliveries();
    await deliveries.step(deps);
    await eventually(() => expect(silent.underWay).toBe(10));
    silent.giveUp();
    await eventually(async () => {
      for (const { userId } of late) expect(await readQueue(deps, userId)).toMatchObject({ silences: 1 });
    });
    identity.clock.advance(MINUTE_MS);
    await deliveries.step(deps);
    await eventually(() => expect(silent.underWay).toBe(8));
    await alice.tell('first');
    await deliveries.step(deps);
    await eventually(() => expect(heard).toEqual(['first']));
    expect(silent.underWay).toBe(8);
    silent.giveUp();
  });

  it('gives a turn to one of two processes, and that of a process that died to another', async () => {
    const { identity, connect, deps, silent, subscribe } = await withUsers();
    const bob = await subscribe('bob', 'https://silent.example.org/');
    await bob.tell('1');
    await bob.tell('2');
    const second = { ...deps, db: connect() };
    const [one, two] = [new EventDeliveries(), new EventDeliveries()];
    await Promise.all([one.step(deps), two.step(second), two.step(second)]);
    await eventually(() => expect(silent.underWay).toBe(1));
    identity.clock.advance(3 * MINUTE_MS - 1);
    await two.step(second);
    expect(silent.posts).toBe(1);
    identity.clock.advance(1);
    await two.step(second);
    await eventually(() => expect(silent.posts).toBe(2));
    silent.giveUp();
    await Promise.all([one[Symbol.asyncDispose](), two[Symbol.asyncDispose]()]);
  });

  it('keeps a thousand events of a webhook, and gives up the oldest for a new one', async () => {
    const { deps, subscribe } = await withUsers();
    const { userId, tell } = await subscribe('bob', 'https://silent.example.org/');
    await deps.db.transaction(async (tx) => {
      for (let event = 0; event < 1_000; event += 1)
        await enqueueEvent(tx, deps, { userId, event: 'reward.paid', data: { name: String(event) } });
    });
    await tell('one more');
    const waiting = await deps.db.read
      .selectFrom('webhookDelivery')
      .select('payload')
      .where('nextTryAt', 'is not', null)
      .orderBy('id')
      .execute();
    expect(waiting).toHaveLength(1_000);
    const names = waiting.map(({ payload }) => JSON.parse(payload).data.name);
    expect(names).toContain('one more');
  });

  function readQueue(deps: WebhookDeps, userId: Awaited<ReturnType<TestIdentity['signUp']>>) {
    return deps.db.read
      .selectFrom('webhookQueue')
      .select(['nextTurnAt', 'silences'])
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
  }
});
