/** Source of the time. Nothing else in the product reads a clock. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The start of the UTC day that holds a time. */
export function utcDayStart(atMs: number): number {
  return atMs - (atMs % DAY_MS);
}
