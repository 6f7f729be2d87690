// Goal: a seed is a story: played again it is the same, so that a failure can be looked at. Method: seeds played twice, in
// another order, after other stories.
import { expect, it } from 'vitest';
import { toStory } from './seeds.ts';
import { simulate } from './simulate.ts';

it.each([3, 8, 14, 26])('is the same story for the same seed: %d', async (seed) => {
  const [first, again] = [await simulate(toStory(seed)), await simulate(toStory(seed))];
  expect(again.story).toEqual(first.story);
  expect(again.points).toBe(first.points);
  expect(again.counters.list()).toEqual(first.counters.list());
});

it('is another story for another seed', async () => {
  const [first, other] = [await simulate(toStory(3)), await simulate(toStory(4))];
  expect(other.story).not.toEqual(first.story);
});
