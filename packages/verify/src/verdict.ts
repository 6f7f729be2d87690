import type { Check } from '@glasspool/proof';

/** Result of a run of checks. */
export interface Verdict {
  /** 0: all checked and right. 1: something is wrong. 2: something could not be checked. */
  readonly exitCode: 0 | 1 | 2;
  /** Last line of the output. */
  readonly summary: string;
}

/**
 * Counts the checks. What was not checked is not right: it has an exit code of its own, so that a program that watches learns of it.
 * With `isStrict` it is as bad as what is wrong.
 */
export function decide(checks: readonly Pick<Check, 'status'>[], isStrict = false): Verdict {
  const failed = checks.filter(({ status }) => status === 'failed').length;
  const unchecked = checks.filter(({ status }) => status === 'not checked').length;
  const all = checks.length;
  if (failed > 0)
    return {
      exitCode: 1,
      summary: `WRONG: ${failed} of ${all} checks failed, ${unchecked} could not be made.`,
    };
  if (unchecked > 0)
    return {
      exitCode: isStrict ? 1 : 2,
      summary: `INCOMPLETE: nothing failed, but ${unchecked} of ${all} checks could not be made.`,
    };
  return { exitCode: 0, summary: `RIGHT: all ${all} checks were made, and none failed.` };
}
