// Goal: whatever people do, and whatever happens to processes, chains, files and mail, no rule of the pool is broken, and all that is under
// way comes to its end. Method: stories from seeds, with oracles after every step; SIM_SEEDS=10000 plays as many.
import { expect, it } from 'vitest';
import { Counters } from './counters.ts';
import { toStory } from './seeds.ts';
import { simulate } from './simulate.ts';

const SEEDS = Number(process.env['SIM_SEEDS'] ?? 40);
/** Least number of each rare event: stories without it show nothing about it. */
const SEEN_AT_LEAST: Readonly<Record<string, number>> = {
  'process killed': 20,
  'process started': 20,
  'start refused': 1,
  'power cut': 5,
  reorganization: 20,
  'answer of a node lost': 50,
  'broadcasts dropped': 20,
  'transfers fail on chain': 20,
  'node behind': 20,
  'mail refused': 5,
  'reward run': 50,
  'reward run of an empty reserve': 5,
  'day of an investment rewarded': 200,
  'refused call compared byte by byte': 20,
  'withdrawal asked for again': 3,
  'withdrawal cancelled': 1,
  'withdrawal approved': 3,
  'withdrawal rejected': 1,
  'snapshot verified': 20,
  'two processes at once: runRewards': 3,
  'two processes at once: sendWithdrawals': 2,
  'two processes at once: scan': 3,
};

it('breaks no rule in any story, and comes to what is rare', async () => {
  const counters = new Counters();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const result = await simulate(toStory(seed));
    counters.addAll(result.counters);
    if (result.violation !== undefined)
      expect.fail(
        `npm run simulate -- --seed ${seed}\n${result.violation.message}\n${result.story.join('\n')}`,
      );
  }
  const missing = Object.entries(SEEN_AT_LEAST).filter(([event, times]) => counters.get(event) < times);
  expect(missing).toEqual([]);
});

it.each([3, 8, 14])('is the same story for the same seed: %d', async (seed) => {
  const [first, again] = [await simulate(toStory(seed)), await simulate(toStory(seed))];
  expect(again.story).toEqual(first.story);
  expect(again.points).toBe(first.points);
  expect(again.counters.list()).toEqual(first.counters.list());
});
