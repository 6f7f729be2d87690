import { DAY_MS } from '../clock.ts';
import { planShares } from '../rewards/shares.ts';
import { RATE_SCALE_PPM } from '../terms/terms.ts';
import type { TermsFile } from './bundle.ts';
import { FormatError } from './bytes.ts';
import { type Outcome, pass } from './outcome.ts';
import type { JournalReplay, ReplayedRun } from './replay.ts';

type Run = TermsFile['runs'][number];

/**
 * Checks every reward run against the journal and its terms, and what is due in all of them against the principal that was invested.
 *
 * @throws FormatError
 */
export function checkRuns({ terms, runs }: TermsFile, replay: JournalReplay): Outcome {
  const listed = new Map(runs.map((run) => [run.id, run]));
  const rates = new Map(terms.map(({ version, targetRatePpm }) => [version, targetRatePpm]));
  /** Principal × time that rewards were paid for, in micro-units × days × 10^6. */
  const used: Record<Run['currency'], bigint> = { USDT: 0n, TRX: 0n };
  for (const [id, { principalMicroMs }] of replay.runs) {
    const run = listed.get(id);
    if (run === undefined) throw new FormatError(`The journal has a reward run ${id} that is not listed.`);
    const ratePpm = BigInt(rates.get(run.termsVersion) ?? 0);
    if (ratePpm === 0n) throw new FormatError(`The reward run ${id} is of terms that pay nothing.`);
    used[run.currency] += (BigInt(run.due) * RATE_SCALE_PPM) / ratePpm;
    if (used[run.currency] * BigInt(DAY_MS) > principalMicroMs)
      throw new FormatError(
        `Up to the reward run ${id} more is due than the principal in ${run.currency} can have earned.`,
      );
  }
  for (const run of runs) {
    checkRun(run, terms, replay.runs.get(run.id));
    if (!replay.runs.has(run.id) && !couldPayNothing(run, replay))
      throw new FormatError(`The reward run ${run.id} paid nothing, and its reserve was not empty.`);
  }
  return pass(`${runs.length} runs`);
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
