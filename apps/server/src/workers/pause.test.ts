// Goal: a step that takes long takes no more than its share of the time, however much there is to do.
import { expect, it } from 'vitest';
import { getPauseMs } from './supervisor.ts';

it.each([
  ['keeps the pace of a short step', { everyMs: 1_000, rest: 9 }, 20, 1_000],
  ['rests nine times as long as a long one took', { everyMs: 1_000, rest: 9 }, 6_000, 54_000],
  ['rests an hour at most', { everyMs: 1_000, rest: 9 }, 3_600_000, 3_600_000],
  ['never slows a worker that has no share', { everyMs: 1_000 }, 6_000, 1_000],
])('%s', (_name, worker, tookMs, pauseMs) => {
  expect(getPauseMs(worker, tookMs)).toBe(pauseMs);
});
