/** Below this runway the operator, members and visitors are told that a reserve is low. Three days, in tenths. */
const RESERVE_LOW_TENTH_DAYS = 30;

/** `empty`: less than a tenth of a day is left. `low`: less than three days. `ok`: more, or nothing invested. */
export type ReserveLevel = 'ok' | 'low' | 'empty';

/** Level of a reserve by its runway in tenths of a day; null when nothing is invested. */
export function reserveLevel(runwayTenthDays: number | null): ReserveLevel {
  if (runwayTenthDays === null || runwayTenthDays >= RESERVE_LOW_TENTH_DAYS) return 'ok';
  return runwayTenthDays === 0 ? 'empty' : 'low';
}
