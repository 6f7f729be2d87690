import { expect } from 'vitest';
import { Counters } from './counters.ts';
import { toStory } from './seeds.ts';
import { type Half, listTooRare } from './seen-at-least.ts';
import { shrink, toCommand } from './shrink.ts';
import { simulate } from './simulate.ts';

/** Number of stories of both halves together. SIM_SEEDS=10000 plays 10,000. */
const SEEDS = Number(process.env['SIM_SEEDS'] ?? 200);
/** Time limit of a half that hangs: about five times as long as its stories take. */
export const HALF_MS_MAX = 900_000 + 5_000 * SEEDS;

/**
 * Additional seeds of each half, whose stories reach events that are rare by chance: deposits reversed by two processes at once, users who
 * owe and invest, rejected corrections, accounts locked while a payment is open, backups that lack acknowledged withdrawals, failed
 * payments in replaced blocks.
 */
const CORPUS: Readonly<Record<Half, readonly number[]>> = {
  1: [203, 213, 255, 275, 375, 400, 479, 577, 625, 3000, 4206, 8398],
  2: [278, 286, 339, 349, 350, 355, 390, 400, 2250, 8053],
};

/**
 * Maximum of further stories of a half. A half plays on until it has seen all required events, because each change of the product changes
 * the stories of the same seeds.
 */
const MORE_MAX = 250;

/**
 * Plays every second story, beginning with `first`. Stops at the first story that breaks a rule, shrinks it, and fails with the command
 * that plays it again.
 */
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
