import type { StoryOptions } from './facts.ts';
import { newRandom } from './random.ts';

/**
 * Returns the story of a seed, mostly up to a week with up to five users. Every 25th is long enough for investments to mature. Every 19th
 * ends in an older copy. In every 13th tokens come and go past the books. In every 11th admins credit receipts to members and lock
 * accounts. In every 7th chains that replace final blocks drop payments.
 */
export function toStory(seed: number): StoryOptions {
  const random = newRandom(seed, 3);
  const isLong = seed % 25 === 0;
  const goesBack = seed % 19 === 7;
  const differs = seed % 13 === 4 && !goesBack;
  const supports = seed % 11 === 5 && !goesBack;
  const dropsPayments = seed % 7 === 3 && !differs && !goesBack;
  // Stories with more kinds of events need more steps to reach them.
  const stepsPerShortDay = differs || supports || dropsPayments || goesBack ? 18 : 10;
  return {
    seed,
    days: isLong ? 40 : 3 + random.integer(5),
    stepsPerDay: isLong ? 5 : stepsPerShortDay,
    users: isLong ? 6 : 3 + random.integer(3),
    processes: 1 + random.integer(3),
    canCrash: seed % 5 !== 1,
    hasChainFaults: seed % 7 !== 1,
    isInterleaved: true,
    goesBack,
    differs,
    supports,
    dropsPayments,
  };
}
