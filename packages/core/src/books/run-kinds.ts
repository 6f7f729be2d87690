// Kinds of transfers that fund rewards and pay them.
import type { TransferKind } from './kinds.ts';

/** Kind that puts own funds into a reserve. */
export const RESERVE_FUNDING = 'reserve-funding' satisfies TransferKind;

/** Effect of a transfer on a reward run. */
export type RunStep = 'fix' | 'page' | 'remainder';
const RUN_STEPS: ReadonlyMap<string, RunStep> = new Map<TransferKind, RunStep>([
  ['reward-run', 'fix'],
  ['reward-page', 'page'],
  ['reward-remainder', 'remainder'],
]);

/** Returns the effect of a kind on a reward run; undefined for kinds that have none. */
export function runStepOf(kind: string): RunStep | undefined {
  return RUN_STEPS.get(kind);
}

const RUN_REFERENCE = /^reward-run\/(?<runId>[^/]+)\/(?:fix|remainder|page\/\d+)$/;

/** Reward run that a reference belongs to; undefined for any other cause. */
export function findRunOfReference(reference: string): string | undefined {
  return RUN_REFERENCE.exec(reference)?.groups?.['runId'];
}
