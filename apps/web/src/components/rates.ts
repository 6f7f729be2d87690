const PPM_PER_PERCENT = 10_000;
const TENTHS = 10;

/** Parts per million as a percentage: 20,000 is '2 %'. */
export function formatPercent(ppm: number): string {
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: 4 }).format(ppm / PPM_PER_PERCENT)} %`;
}

/** How long the reserve lasts. */
export function formatRunway(runwayTenthDays: number | null): string {
  if (runwayTenthDays === null) return 'Nothing is invested, so nothing uses it up';
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(runwayTenthDays / TENTHS)} days at today's principal`;
}
