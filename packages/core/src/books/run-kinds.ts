// Kinds of transfers that fund rewards and pay them.
import type { TransferKind } from './kinds.ts';

/** Kind that puts own funds into a reserve. */
export const RESERVE_FUNDING = 'reserve-funding' satisfies TransferKind;

/** Effect of a transfer on a reward run. */
export type RunStep = 'fix' | 'page' | 'remainder';
const STEPS = [
  ['reward-run', 'fix'],
  ['reward-page', 'page'],
  ['reward-remainder', 'remainder'],
] as const satisfies readonly (readonly [TransferKind, RunStep])[];
const RUN_STEPS: ReadonlyMap<string, RunStep> = new Map<TransferKind, RunStep>(STEPS);

/** Kinds whose entries have the time of their reward run, however late they are made. */
export const RUN_KINDS: readonly TransferKind[] = STEPS.map(([kind]) => kind);

/** Returns the effect of a kind on a reward run; undefined for kinds that have none. */
export function getRunStep(kind: string): RunStep | undefined {
  return RUN_STEPS.get(kind);
}

const RUN_REFERENCE = /^reward-run\/(?<runId>[^/]+)\/(?:fix|remainder|page\/\d+(?:\/[0-9a-f]{64})?)$/;
const PUBLISHED_PAGE = /^reward-run\/(?<runId>[^/]+)\/page\/(?<page>[1-9]\d{0,8})\/(?<root>[0-9a-f]{64})$/;
const PAGE = /^reward-run\/(?<runId>[^/]+)\/page\/(?<page>[1-9]\d{0,8})$/;

/** Reward run that a reference belongs to; undefined for any other cause. */
export function findRunOfReference(reference: string): string | undefined {
  return RUN_REFERENCE.exec(reference)?.groups?.['runId'];
}

/** A page of a reward run. */
export interface RewardPageRef {
  readonly runId: string;
  /** Counted from 1. */
  readonly page: number;
}

/** Page that the reference of a transfer names; undefined for any other reference. */
export function findPageOfReference(reference: string): RewardPageRef | undefined {
  const { runId, page } = PAGE.exec(reference)?.groups ?? {};
  return runId === undefined ? undefined : { runId, page: Number(page) };
}

/** Reference of a page in the published journal: the root of its rows stands there, since the users who are credited do not. */
export function publishPageReference({ runId, page }: RewardPageRef, root: string): string {
  return `reward-run/${runId}/page/${page}/${root}`;
}

/** Page and root that an entry of the published journal names; undefined for any other entry. The root is hex. */
export function readPublishedPage(
  reference: string,
): (RewardPageRef & { readonly root: string }) | undefined {
  const { runId, page, root } = PUBLISHED_PAGE.exec(reference)?.groups ?? {};
  return runId === undefined || root === undefined ? undefined : { runId, page: Number(page), root };
}
