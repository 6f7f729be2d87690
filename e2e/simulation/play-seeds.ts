import { expect } from 'vitest';
import { Counters } from './counters.ts';
import { toStory } from './seeds.ts';
import { shrink, toCommand } from './shrink.ts';
import { simulate } from './simulate.ts';

/** Stories of both halves together; SIM_SEEDS=10000 plays as many. */
const SEEDS = Number(process.env['SIM_SEEDS'] ?? 200);
/** Limit of a half that hangs: some five times what its stories take. */
export const HALF_MS_MAX = 600_000 + 5_000 * SEEDS;

/**
 * Stories played with each half that come to what chance seldom reaches: terms of a second admin, withdrawals of the operator that fail,
 * deposits taken back by two processes, corrections that two admins agree to, or reject, accounts that are locked with a payment open, many
 * payments that a restored backup does not have.
 */
const CORPUS = {
  1: [745, 1213, 5025, 423, 467, 797, 1061, 1391, 2058, 4047, 325, 550, 1616, 407],
  2: [316, 1642, 5340, 5362, 1616, 3280, 430, 500, 706, 374, 840, 984, 31],
} as const;

/** Plays every second story, from `first` on, until one breaks a rule: then that is shrunk, and told with the command that plays it again. */
export async function playHalf(first: 1 | 2): Promise<Counters> {
  const counters = new Counters();
  const seeds = Array.from({ length: Math.ceil(SEEDS / 2) }, (_, index) => first + 2 * index);
  for (const seed of new Set<number>([...seeds, ...CORPUS[first]])) {
    const result = await simulate(toStory(seed));
    counters.addAll(result.counters);
    if (result.violation === undefined) continue;
    const { options, story, violation } = await shrink(result);
    expect.fail(`${toCommand(options)}\n${violation?.message}\n${story.join('\n')}`);
  }
  return counters;
}
