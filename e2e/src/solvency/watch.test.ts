// Goal: watchers say what no reader can see alone: that the pool shows two histories, or rewrote one; and what one sees: a failed check, a
// shortfall, a pool that stopped publishing.
// Method: stories of the lying operator served over HTTP, with simulated nodes; watchers that ask each other.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { HONEST, mapEntries, publish, type Story } from '@glasspool/lab/lies';
import { connectNodes, openBundle } from 'glasspool-verify';
import { look, type Round, serve, type WatchOptions } from 'glasspool-verify/watch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServedStory, USDT_CONTRACT } from './lies/serve-story.ts';

const NOW_MS = (HONEST.snapshots.at(-1)?.cutOffMs ?? 0) + HOUR_MS;
const WITHOUT_ERIN = mapEntries(HONEST, (one) =>
  one.legs.some(([account]) => account.includes('erin')) ? undefined : one,
);
let folder: string;
let watchers = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-watch-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function newState(): string {
  watchers += 1;
  return join(folder, `${watchers}.json`);
}

function optionsFor(story: ServedStory, changes: Partial<WatchOptions> = {}): WatchOptions {
  return {
    files: openBundle(story.url),
    chains: connectNodes({ bscUrl: story.bscUrl, tronUrl: story.tronUrl, usdtContract: USDT_CONTRACT }),
    anchorAddress: undefined,
    statePath: newState(),
    peers: [],
    depthMin: 1,
    ageMaxHours: 26,
    readNowMs: () => NOW_MS,
    ...changes,
  };
}

const serveStory = (story: Story): Promise<ServedStory> => ServedStory.start(publish(story));
const getAlarms = ({ alarms }: Round): string[] => alarms.map(({ kind }) => kind);

describe('a watcher', () => {
  it('finds nothing wrong with an honest pool, and goes on from what it verified', async () => {
    await using story = await serveStory(HONEST);
    const options = optionsFor(story);
    for (let round = 0; round < 2; round += 1) {
      const found = await look(options);
      expect(found.alarms).toEqual([]);
      expect(found.newest).toBe(2);
      // These pools give no proof of balances, so nothing is confirmed.
      expect(found.unchecked).toEqual([expect.stringContaining('the pool’s node gave no proof')]);
      expect(found.confirmation).toBeUndefined();
    }
    const kept = JSON.parse(readFileSync(options.statePath, 'utf8'));
    expect(kept.verified.number).toBe(2);
    expect(kept.seen.map(({ number }: { number: number }) => number)).toEqual([0, 1, 2]);
  });

  it('raises an alarm on a past that was rewritten', async () => {
    await using honest = await serveStory(HONEST);
    await using rewritten = await serveStory(WITHOUT_ERIN);
    const options = optionsFor(honest);
    await look(options);
    const found = await look({ ...optionsFor(rewritten), statePath: options.statePath });
    expect(getAlarms(found)).toContain('fork');
    expect(found.confirmation).toBeUndefined();
  });

  it.each<readonly [string, Story, Partial<WatchOptions>, string]>([
    ['a shortfall', { ...HONEST, onChain: { USDT: micro('10') } }, {}, 'wrong'],
    ['another anchor address', HONEST, { anchorAddress: `0x${'aa'.repeat(20)}` }, 'wrong'],
    ['silence', HONEST, { readNowMs: () => NOW_MS + 27 * HOUR_MS }, 'silent'],
  ])('raises an alarm on %s', async (_what, told, changes, kind) => {
    await using story = await serveStory(told);
    expect(getAlarms(await look(optionsFor(story, changes)))).toEqual([kind]);
  });

  it('raises an alarm when the pool cannot be reached', async () => {
    const story = await serveStory(HONEST);
    const options = optionsFor(story);
    await story[Symbol.asyncDispose]();
    expect(getAlarms(await look(options))).toEqual(['unreachable']);
  });

  it('does not go on with a state that is damaged', async () => {
    await using story = await serveStory(HONEST);
    const options = optionsFor(story);
    writeFileSync(options.statePath, '{"seen": []}');
    await expect(look(options)).rejects.toThrow('is not a state of a watcher');
  });
});

describe('each of two watchers', () => {
  it('raises the alarm in the round after both saw two histories', async () => {
    await using one = await serveStory(HONEST);
    await using other = await serveStory(WITHOUT_ERIN);
    const [alice, bob] = [optionsFor(one), optionsFor(other)];
    await using aliceServes = await serve({ host: '127.0.0.1', port: 0 }, alice);
    await using bobServes = await serve({ host: '127.0.0.1', port: 0 }, bob);
    const rounds = [
      { ...alice, peers: [bobServes.url] },
      { ...bob, peers: [aliceServes.url] },
    ];
    // Each alone finds its history right.
    expect(getAlarms(await look(alice))).toEqual([]);
    expect(getAlarms(await look(bob))).toEqual([]);
    for (const options of rounds) {
      const found = await look(options);
      expect(getAlarms(found)).toContain('fork');
      aliceServes.show(found, NOW_MS);
    }
    const metrics = await (await fetch(`${aliceServes.url}/metrics`)).text();
    expect(metrics).toMatch(/^glasspool_watch_alarms\{kind="fork"\} [1-9]/m);
  });

  it('raises no alarm when both saw the same', async () => {
    await using one = await serveStory(HONEST);
    await using other = await serveStory(HONEST);
    const [alice, bob] = [optionsFor(one), optionsFor(other)];
    await using bobServes = await serve({ host: '127.0.0.1', port: 0 }, bob);
    await look(bob);
    expect(getAlarms(await look({ ...alice, peers: [bobServes.url] }))).toEqual([]);
  });

  it.each<readonly [string, (said: Record<string, unknown>) => unknown]>([
    ['does not sign what it says', (said) => ({ ...said, saidAtMs: 1 })],
    ['says nonsense', () => ({ digests: 'all of them' })],
  ])('is not alarmed by one that %s', async (_what, change) => {
    await using story = await serveStory(HONEST);
    await using other = await serveStory(WITHOUT_ERIN);
    const liar = optionsFor(other);
    await look(liar);
    await using liarServes = await serve({ host: '127.0.0.1', port: 0 }, liar);
    const said = change(await (await fetch(`${liarServes.url}/digests`)).json());
    const server = createServer((_request, response) => response.end(JSON.stringify(said)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const found = await look(optionsFor(story, { peers: [`http://127.0.0.1:${port}`] }));
    server.close();
    expect(found.alarms).toEqual([]);
    expect(found.unchecked).toContainEqual(expect.stringContaining('the watcher at'));
  });
});
