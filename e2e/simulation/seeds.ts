import type { StoryOptions } from './facts.ts';
import { newRandom } from './random.ts';

/**
 * The story of a seed: mostly a week of five users; every 25th is long enough for investments to mature, every 19th ends in an older copy,
 * in every 13th tokens come and go past the books, in every 11th admins credit receipts to members and lock accounts, and in every 7th
 * chains that replace final blocks drop payments.
 */
export function toStory(seed: number): StoryOptions {
  const random = newRandom(seed, 3);
  const isLong = seed % 25 === 0;
  return {
    seed,
    days: isLong ? 40 : 3 + random.integer(5),
    users: isLong ? 6 : 3 + random.integer(3),
    processes: 1 + random.integer(3),
    canCrash: seed % 5 !== 1,
    hasChainFaults: seed % 7 !== 1,
    isInterleaved: true,
    goesBack: seed % 19 === 7,
    differs: seed % 13 === 4 && seed % 19 !== 7,
    supports: seed % 11 === 5 && seed % 19 !== 7,
    dropsPayments: seed % 7 === 3 && seed % 13 !== 4 && seed % 19 !== 7,
  };
}
