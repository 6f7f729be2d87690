import { DAY_MS, MINUTE_MS, parseAmount as micro } from '@glasspool/core';
import { FIRST_RUN_MS, HONEST, move } from './honest-story.ts';
import { anyone, type Lie, type Verdict } from './lie.ts';
import { publish } from './publish.ts';
import { type Story, type StoryEntry, withEntries } from './story.ts';

export const SECOND_RUN_MS = FIRST_RUN_MS + DAY_MS;
export const LATE_MS = SECOND_RUN_MS + MINUTE_MS;
export const USDT = micro;

/** A lie that is more entries in the last journal, all else made to fit. */
export function entries(id: string, what: string, added: readonly StoryEntry[], verdict: Verdict): Lie {
  return story(id, what, withEntries(HONEST, 2, ...added), verdict);
}

/** A lie that is a whole story. */
export function story(id: string, what: string, told: Story, verdict: Verdict): Lie {
  return { id, what, tell: () => ({ pool: publish(told) }), verdict };
}

/** An entry of the last day that moves USDT. */
export function shift(kind: string, from: string, to: string, amount: bigint, reference = ''): StoryEntry {
  const atMs = reference.startsWith('reward-run/') ? SECOND_RUN_MS : LATE_MS;
  return move(kind, atMs, { from, to, amount, reference });
}

/** The verdict that the replay of the journal finds it. */
export function journal(says: RegExp): Verdict {
  return anyone('journal', says);
}
