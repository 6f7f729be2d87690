import { planShares } from '../rewards/shares.ts';
import type { TermsFile } from './bundle.ts';
import { FormatError } from './bytes.ts';
import type { ReplayedRun } from './replay.ts';

type Run = TermsFile['runs'][number];

/**
 * Checks one reward run: its shares are the integers that follow from what was due and what its reserve held, and the journal took,
 * paid and returned what it says.
 *
 * @throws FormatError
 */
export function checkRun(run: Run, terms: TermsFile['terms'], found: ReplayedRun | undefined): void {
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
