// The checkpoint of a snapshot: where a check of what came since begins.
import type { CheckpointFile, TermsFile } from './bundle.ts';
import type { LogPeak } from './log.ts';
import type { JournalReplay } from './replay.ts';
import { writeCheckpoint } from './replay-state.ts';
import { addRewarded } from './run-checks.ts';

/**
 * The checkpoint that follows from a journal up to a cut-off, and from the terms and runs that were published with it.
 *
 * @throws FormatError when the journal has a run that is not listed.
 */
export function makeCheckpoint(
  replay: JournalReplay,
  at: { cutOffMs: number; peaks: readonly LogPeak[]; terms: TermsFile },
): CheckpointFile {
  const { cutOffMs, peaks, terms } = at;
  let rewarded = replay.state.rewarded;
  for (const { sums } of addRewarded(terms, replay)) rewarded = sums;
  const closedRuns = new Set(terms.runs.flatMap(({ id, isClosed }) => (isClosed ? [id] : [])));
  return writeCheckpoint(replay.state, { cutOffMs, peaks, rewarded, closedRuns });
}
