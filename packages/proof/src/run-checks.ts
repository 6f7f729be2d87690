import { DAY_MS, planShares, RATE_SCALE_PPM } from '@glasspool/core';
import type { TermsFile } from './bundle.ts';
import { FormatError } from './bytes.ts';
import { type Outcome, pass } from './outcome.ts';
import type { JournalReplay } from './replay.ts';
import type { ReplayedRun } from './replay-state.ts';

type Run = TermsFile['runs'][number];

/**
 * Principal × days that rewards were due for, × 10^6, by currency: before the first run, and after each run that is not in a checkpoint.
 *
 * @throws FormatError when a run is not listed, or of terms that pay nothing.
 */
export function* addRewarded({ terms, runs }: TermsFile, replay: JournalReplay): Generator<Rewarded> {
  const listed = new Map(runs.map((run) => [run.id, run]));
  const rates = new Map(terms.map(({ version, targetRatePpm }) => [version, targetRatePpm]));
  const sums = { ...replay.state.rewarded };
  yield { id: '', currency: 'USDT', sums, principalMicroMs: undefined };
  for (const [id, { principalMicroMs, isCounted }] of replay.runs) {
    if (isCounted) continue;
    const run = listed.get(id);
    if (run === undefined) throw new FormatError(`The journal has a reward run ${id} that is not listed.`);
    const ratePpm = BigInt(rates.get(run.termsVersion) ?? 0);
    if (ratePpm === 0n) throw new FormatError(`The reward run ${id} is of terms that pay nothing.`);
    sums[run.currency] += (BigInt(run.due) * RATE_SCALE_PPM) / ratePpm;
    yield { id, currency: run.currency, sums, principalMicroMs };
  }
}

interface Rewarded {
  readonly id: string;
  readonly currency: Run['currency'];
  readonly sums: Readonly<Record<Run['currency'], bigint>>;
  readonly principalMicroMs: bigint | undefined;
}

/**
 * Checks every reward run against the journal and its terms, and what is due in all of them against the principal that was invested.
 * Runs that were closed in a verified snapshot are left out: other checks show that they are as they were.
 *
 * @throws FormatError
 */
export function checkRuns(
  file: TermsFile,
  replay: JournalReplay,
  closedBefore: ReadonlySet<string> = new Set(),
): Outcome {
  for (const { id, currency, sums, principalMicroMs } of addRewarded(file, replay))
    if (principalMicroMs !== undefined && sums[currency] * BigInt(DAY_MS) > principalMicroMs)
      throw new FormatError(
        `Up to the reward run ${id} more is due than the principal in ${currency} can have earned.`,
      );
  for (const run of file.runs) {
    const found = replay.runs.get(run.id);
    if (closedBefore.has(run.id)) {
      if (found !== undefined) throw new FormatError(`The reward run ${run.id} was closed, and goes on.`);
      continue;
    }
    checkRun(run, file.terms, found);
    if (found === undefined && !couldPayNothing(run, replay))
      throw new FormatError(`The reward run ${run.id} paid nothing, and its reserve was not empty.`);
  }
  return pass(`${file.runs.length} runs`);
}

/** A run that took nothing is in no journal: its reserve was what it says at some time of its day. */
function couldPayNothing({ currency, termsVersion, runAtMs, reserveBefore }: Run, replay: JournalReplay) {
  return replay
    .listReserveBalances({ currency, termsVersion, fromMs: runAtMs, untilMs: runAtMs + DAY_MS })
    .includes(BigInt(reserveBefore));
}

/**
 * Checks one reward run: its shares are the integers that follow from what was due and what its reserve held, and the journal took,
 * paid and returned what it says.
 *
 * @throws FormatError
 */
function checkRun(run: Run, terms: TermsFile['terms'], found: ReplayedRun | undefined): void {
  const version = terms.find((one) => one.version === run.termsVersion);
  if (version === undefined)
    throw new FormatError(`The reward run ${run.id} is of terms that are not listed.`);
  const plan = planShares({
    dueMicro: BigInt(run.due),
    referralDueMicro: BigInt(run.referralDue),
    referralCapPpm: version.referralCapPpm,
    reserveMicro: BigInt(run.reserveBefore),
  });
  const isPlanned =
    plan.sharePpb === run.sharePpb &&
    plan.referralSharePpb === run.referralSharePpb &&
    plan.fixedMicro === BigInt(run.fixed);
  if (!isPlanned)
    throw new FormatError(`The reward run ${run.id} does not have the share that its reserve allows.`);
  const [fixed, paid, referralPaid] = [run.fixed, run.paid, run.referralPaid].map(BigInt);
  if (found === undefined) {
    if (fixed === 0n && paid === 0n && referralPaid === 0n) return;
    throw new FormatError(`The reward run ${run.id} is listed and in no journal.`);
  }
  const isRight =
    found.currency === run.currency &&
    found.termsVersion === run.termsVersion &&
    found.reserveBefore === BigInt(run.reserveBefore) &&
    found.fixed === fixed &&
    found.paid === paid &&
    found.referralPaid === referralPaid;
  if (!isRight) throw new FormatError(`The reward run ${run.id} is not as the journal has it.`);
  if (run.isClosed && found.paid + found.referralPaid + found.returned !== found.fixed)
    throw new FormatError(`The reward run ${run.id} is closed, and did not return what it did not pay.`);
}
