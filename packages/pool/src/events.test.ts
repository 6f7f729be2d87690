// Goal: an event reaches its user's screens in every process, and no one else's. Method: two processes' events over a real
// PostgreSQL, whose connection is cut once.
import { createId, type UserId } from '@glasspool/core';
import { ManualClock, SeededRandom } from '@glasspool/core/testing';
import { Database, type DatabaseUrl, listenForNotifications } from '@glasspool/db';
import { newPostgresDatabase } from '@glasspool/db/testing';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { EVENT_TYPES, PoolEvents } from './events.ts';

/** A limit for what never comes, not for what is slow. */
const PATIENCE_MS = 30_000;

const ids = { clock: new ManualClock(), random: new SeededRandom(1) };
const alice: UserId = createId('user', ids);
const bob: UserId = createId('user', ids);

async function aProcess(url: DatabaseUrl) {
  const events = new PoolEvents();
  const notifications = await listenForNotifications(() => url, {
    onMessage: (message) => events.receive(message),
    onGap: () => events.catchUp(),
  });
  events.relayThrough((message) => notifications.publish(message));
  const seen: string[] = [];
  events.subscribe({ userId: alice, role: 'user' }, ({ type }) => seen.push(type));
  return { events, seen, notifications };
}

describe('an event', () => {
  it('reaches its user in every process, once, and no one else', async () => {
    const url = await newPostgresDatabase();
    const [first, second] = [await aProcess(url), await aProcess(url)];
    await using _first = first.notifications;
    await using _second = second.notifications;
    first.events.emit(bob, 'wallet.changed');
    first.events.emit(alice, 'investment.changed');
    second.events.emitToAll('rewards.paid');
    await vi.waitFor(
      () => {
        expect([...first.seen].sort()).toEqual(['investment.changed', 'rewards.paid']);
        expect([...second.seen].sort()).toEqual(['investment.changed', 'rewards.paid']);
      },
      { timeout: PATIENCE_MS },
    );
  });

  it('reaches other processes again after the connection broke', async () => {
    const url = await newPostgresDatabase();
    const [first, second] = [await aProcess(url), await aProcess(url)];
    await using _first = first.notifications;
    await using _second = second.notifications;
    await using database = new Database(() => url);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.read);
    await vi.waitFor(
      () => {
        first.events.emit(alice, 'wallet.changed');
        expect(second.seen).toContain('wallet.changed');
      },
      { timeout: PATIENCE_MS, interval: 200 },
    );
  });

  it('is made up for when it was missed while the connection was broken', async () => {
    const url = await newPostgresDatabase();
    await using one = (await aProcess(url)).notifications;
    const { notifications, seen } = await aProcess(url);
    await using _second = notifications;
    await using database = new Database(() => url);
    // An event in this moment reaches no one.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.read);
    one.publish(`${alice} wallet.changed`);
    await vi.waitFor(() => expect([...new Set(seen)].sort()).toEqual([...EVENT_TYPES].sort()), {
      timeout: PATIENCE_MS,
    });
  });

  it.each(['', 'no one wallet.changed', `${alice} no.event`, 'all', `${alice}`])(
    'is not read from the message %j',
    (message) => {
      const events = new PoolEvents();
      const listener = vi.fn();
      events.subscribe({ userId: alice, role: 'user' }, listener);
      events.receive(message);
      expect(listener).not.toHaveBeenCalled();
    },
  );
});
