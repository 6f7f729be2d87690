import { expect } from 'vitest';
import { Counters } from './counters.ts';
import { toStory } from './seeds.ts';
import { type Half, listTooRare } from './seen-at-least.ts';
import { shrink, toCommand } from './shrink.ts';
import { simulate } from './simulate.ts';

/** Stories of both halves together; SIM_SEEDS=10000 plays as many. */
const SEEDS = Number(process.env['SIM_SEEDS'] ?? 200);
/** Limit of a half that hangs: some five times what its stories take. */
export const HALF_MS_MAX = 900_000 + 5_000 * SEEDS;

/**
 * Stories played with each half that come to what chance seldom reaches: deposits taken back by two processes at once, users who owe and
 * invest, corrections that are rejected, accounts that are locked with a payment open, backups that lack withdrawals which were acknowledged,
 * payments that failed in blocks which are replaced.
 */
const CORPUS: Readonly<Record<Half, readonly number[]>> = {
  1: [203, 213, 255, 275, 375, 400, 479, 577, 625, 3000, 4206, 8398],
  2: [278, 286, 339, 349, 350, 355, 390, 400, 2250, 8053],
};

/**
 * Stories of a half at most beyond its own: it goes on until it has come to all that is required, for each change of the product makes other
 * stories of the same seeds.
 */
const MORE_MAX = 250;

/** Plays every second story, from `first` on, until one breaks a rule: then that is shrunk, and told with the command that plays it again. */
export async function playHalf(first: Half): Promise<Counters> {
  const counters = new Counters();
  const own = Math.ceil(SEEDS / 2);
  const toSeed = (index: number): number => first + 2 * index;
  const seeds = new Set([...Array.from({ length: own }, (_, index) => toSeed(index)), ...CORPUS[first]]);
  for (const seed of seeds) await playInto(counters, seed);
  for (let index = own; index < own + MORE_MAX && listTooRare(counters, first).length > 0; index += 1)
    if (!seeds.has(toSeed(index))) await playInto(counters, toSeed(index));
  return counters;
}

async function playInto(counters: Counters, seed: number): Promise<void> {
  const result = await simulate(toStory(seed));
  counters.addAll(result.counters);
  if (result.violation === undefined) return;
  const { options, story, violation } = await shrink(result);
  expect.fail(`${toCommand(options)}\n${violation?.message}\n${story.join('\n')}`);
}
