// A pool's history as a liar would write it down: entries under the users' own names, with everything that is published still to be made.
import type { Currency } from '@glasspool/core';
import type { CheckpointFile, InFlightFile, Manifest, Sums, TermsFile } from '@glasspool/proof';

/** An entry of the journal; accounts name users as `user/alice/wallet`. */
export interface StoryEntry {
  readonly kind: string;
  readonly atMs: number;
  readonly reference?: string;
  readonly currency?: Currency;
  readonly legs: readonly (readonly [account: string, amountMicro: bigint])[];
}

/** One snapshot of the story, with what the liar says beside the books. */
export interface StorySnapshot {
  readonly cutOffMs: number;
  readonly entries: readonly StoryEntry[];
  readonly terms: TermsFile;
  readonly bscHeight: number;
  readonly tronHeight: number;
  /** Micro-units that `reserves.json` says are held; by default what the books have in custody. */
  readonly held?: Partial<Record<Currency, bigint>>;
  /** Amounts in the leaves of a user; by default their balance. */
  readonly owed?: Readonly<Record<string, Sums>>;
  /** Amounts in flight, where they differ from what the books have. */
  readonly inFlight?: (honest: InFlightFile['inFlight']) => InFlightFile['inFlight'];
  /** The checkpoint, where it differs from what the journal says. */
  readonly checkpoint?: (honest: CheckpointFile) => CheckpointFile;
  /** Fields of the manifest that differ from what follows. */
  readonly manifest?: Partial<Manifest>;
}

export interface Story {
  readonly snapshots: readonly StorySnapshot[];
  /** Manifest heights that the chain has another time for, in milliseconds. */
  readonly blockTimes?: Readonly<Record<number, number>>;
  /** Balances of the addresses on chain now, in micro-units; by default what the last snapshot says. */
  readonly onChain?: Partial<Record<Currency, bigint>>;
}

/** Returns the story with one of its snapshots changed. */
export function withSnapshot(
  story: Story,
  index: number,
  change: (snapshot: StorySnapshot) => StorySnapshot,
): Story {
  const snapshot = story.snapshots[index];
  if (snapshot === undefined) throw new Error(`The story has no snapshot ${index}.`);
  return { ...story, snapshots: story.snapshots.with(index, change(snapshot)) };
}

/** Returns the story with entries added to the journal of one of its snapshots. */
export function withEntries(story: Story, index: number, ...entries: readonly StoryEntry[]): Story {
  return withSnapshot(story, index, (one) => ({ ...one, entries: [...one.entries, ...entries] }));
}

/** Returns the story with each entry changed, or left out where the answer is undefined. */
export function mapEntries(story: Story, change: (entry: StoryEntry) => StoryEntry | undefined): Story {
  const snapshots = story.snapshots.map((one) => ({
    ...one,
    entries: one.entries.flatMap((entry) => change(entry) ?? []),
  }));
  return { ...story, snapshots };
}

/** Returns the story with the terms file of a snapshot and all later ones changed. */
export function mapTerms(story: Story, from: number, change: (terms: TermsFile) => TermsFile): Story {
  const snapshots = story.snapshots.map((one, index) =>
    index < from ? one : { ...one, terms: change(one.terms) },
  );
  return { ...story, snapshots };
}
