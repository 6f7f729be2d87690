import type { StoryOptions } from './facts.ts';
import { type StoryResult, simulate } from './simulate.ts';

type Change = (options: StoryOptions) => Partial<StoryOptions>;

/** Ways to simplify a story, the largest simplification first. */
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
 * Finds a simpler story that breaks the same rule: without kills, faults or interleaving, shorter, with fewer people. Keeps each change
 * that works, and tries again until no change does.
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
  // A story with an older copy needs a day before the copy and a day after it.
  return days >= (goesBack ? DAYS_MIN + 1 : DAYS_MIN) && users >= USERS_MIN;
}

function isSame(one: StoryOptions, other: StoryOptions): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Command that plays a story again. */
export function toCommand(options: StoryOptions): string {
  return `npm run simulate -- --story '${JSON.stringify(options)}'`;
}
