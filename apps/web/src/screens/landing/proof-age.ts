import type { Overview } from './overview.ts';

const HOUR_MS = 3_600_000;
/** As every verifier has it (docs/proof-of-solvency.md): an older snapshot says nothing of today. */
export const PROOF_HOURS_MAX = 26;

/** Hours since the cut-off of the newest snapshot, by the pool's clock; undefined before the first. */
export function hoursSinceProof({ snapshot, now }: Overview): number | undefined {
  return snapshot === null ? undefined : (now - snapshot.cutOffAt) / HOUR_MS;
}
