// Goal: the demo pool is one whose books are right, whose snapshots are anchored, and whose history has everything that it is shown for.
// Method: its plan at full size, and a small one filled through the same calls on real local chains.
import { SeededRandom } from '@glasspool/core/testing';
import { describe, expect, it } from 'vitest';
import { RestClient } from '../src/rest-client.ts';
import { RunningServer, readAdminPassword } from '../src/running-server.ts';
import { fillDemo } from './fill.ts';
import { DEMO, planPeople } from './plan.ts';

const SMALL = { people: 14, days: 12 };
const PATIENCE_MS = 300_000;

describe('the plan of the demo', () => {
  it('is the same for the same seed', () => {
    expect(planPeople(new SeededRandom(1), DEMO)).toEqual(planPeople(new SeededRandom(1), DEMO));
  });

  it('has 500 people who join over the time, and some of everything', () => {
    const people = planPeople(new SeededRandom(1), DEMO);
    expect(people).toHaveLength(500);
    expect(new Set(people.map(({ email }) => email)).size).toBe(500);
    const days = people.map(({ joinsOn }) => joinsOn);
    expect(Math.max(...days)).toBeLessThan(90);
    expect(new Set(days).size).toBeGreaterThan(50);
    for (const has of [
      people.some(({ currency }) => currency === 'TRX'),
      people.some(({ invitedBy }) => invitedBy !== undefined),
      people.some(({ withdrawsOn }) => withdrawsOn.length > 0),
      people.some(({ reinvestsOn }) => reinvestsOn !== undefined),
    ])
      expect(has).toBe(true);
  });
});

describe('a small demo', () => {
  it(
    'has right books, rewards, and snapshots that are all anchored',
    async () => {
      await using server = await RunningServer.start({ RATE_LIMIT_FACTOR: '1000' });
      const adminPassword = readAdminPassword(server.output);
      const told: number[] = [];
      await fillDemo({ url: server.url, adminPassword }, SMALL, (_, people) => told.push(people));
      expect(told.at(-1)).toBe(SMALL.people);
      expect(told).toHaveLength(SMALL.days);
      const anyone = new RestClient(() => server.url);
      const { body: overview } = await anyone.get('/transparency/overview');
      expect(overview.rateHistory.length).toBeGreaterThan(0);
      expect(
        overview.currencies.some(({ owedToUsers }: { owedToUsers: string }) => Number(owedToUsers) > 0),
      ).toBe(true);
      const { body: snapshots } = await anyone.get('/transparency/snapshots');
      expect(snapshots.data.length).toBeGreaterThan(0);
      for (const { anchorTxHash } of snapshots.data) expect(anchorTxHash).not.toBeNull();
      await server.stop();
      expect(await server.verifyBooks()).toMatchObject({ code: 0 });
    },
    PATIENCE_MS,
  );
});
