import type { StoryOptions } from './facts.ts';
import { type StoryResult, simulate } from './simulate.ts';

type Change = (options: StoryOptions) => Partial<StoryOptions>;

/** Ways to make a story simpler, those that leave out most first. */
const CHANGES: readonly Change[] = [
  () => ({ isInterleaved: false }),
  () => ({ canCrash: false }),
  () => ({ hasChainFaults: false }),
  () => ({ processes: 1 }),
  ({ days }) => ({ days: Math.floor(days / 2) }),
  ({ days }) => ({ days: days - 1 }),
  ({ users }) => ({ users: Math.floor(users / 2) }),
  ({ users }) => ({ users: users - 1 }),
];
const DAYS_MIN = 1;
const USERS_MIN = 1;

/**
 * Finds a simpler story in which the same rule is broken: without kills, faults or interleaving, shorter, with fewer people. Takes what works
 * and tries again until nothing more does.
 */
export async function shrink(failed: StoryResult): Promise<StoryResult> {
  const { violation } = failed;
  if (violation === undefined) throw new Error('This story breaks no rule.');
  let simplest = failed;
  for (let isSimpler = true; isSimpler; ) {
    isSimpler = false;
    for (const change of CHANGES) {
      const options = { ...simplest.options, ...change(simplest.options) };
      if (!isPossible(options) || isSame(options, simplest.options)) continue;
      const result = await simulate(options);
      if (result.violation?.oracle !== violation.oracle) continue;
      simplest = result;
      isSimpler = true;
    }
  }
  return simplest;
}

function isPossible({ days, users, goesBack }: StoryOptions): boolean {
  // An older copy needs a day to be of, and one to forget.
  return days >= (goesBack ? DAYS_MIN + 1 : DAYS_MIN) && users >= USERS_MIN;
}

function isSame(one: StoryOptions, other: StoryOptions): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The command that plays a story again. */
export function toCommand(options: StoryOptions): string {
  return `npm run simulate -- --story '${JSON.stringify(options)}'`;
}
