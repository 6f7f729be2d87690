const HOUR_MS = 3_600_000;
/** As every verifier has it (docs/proof-of-solvency.md): an older snapshot says nothing of today. */
export const PROOF_HOURS_MAX = 26;

/** Hours since the cut-off of a snapshot, by the pool's clock. */
export function hoursSince(cutOffAt: number, now: number): number {
  return (now - cutOffAt) / HOUR_MS;
}
