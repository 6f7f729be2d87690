import type { ExperimentId } from '@glasspool/api/contracts';
import { CLOSING_CHECKS, EXPERIMENTS, type ExperimentCheck } from './experiments.ts';

/** A check that belongs to an experiment, and whether it should hold. */
export interface ExpectedCheck {
  readonly id: string;
  readonly holds: boolean;
}

/** Checks of an experiment in the order in which they are made, each with what should come of it. */
export function listExpectedChecks(id: ExperimentId): ExpectedCheck[] {
  const { checks, brokenRules = [] }: { checks: readonly string[]; brokenRules?: readonly string[] } =
    EXPERIMENTS[id];
  return [
    ...checks.map((check) => ({ id: check, holds: true })),
    ...CLOSING_CHECKS.map((check) => ({ id: check, holds: !brokenRules.includes(check) })),
  ];
}

/** Returns true when exactly the checks of the experiment were made, in their order, each with what should come of it. */
export function isAsExpected(id: ExperimentId, made: readonly ExperimentCheck[]): boolean {
  const expected = listExpectedChecks(id);
  return (
    made.length === expected.length &&
    expected.every((one, index) => made[index]?.id === one.id && made[index].isHeld === one.holds)
  );
}
