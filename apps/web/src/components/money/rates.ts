import { currentLanguage, t } from '../../i18n/language.ts';

const PPM_PER_PERCENT = 10_000;
const PPB_PER_PERCENT = 10_000_000;
const TENTHS = 10;

/** Parts per million as a percentage: 20,000 is '2 %'. */
export function formatPercent(ppm: number): string {
  return `${formatNumber(ppm / PPM_PER_PERCENT, 4)} %`;
}

/** Parts per billion as a percentage: 20,000,000 is '2 %'. */
export function formatPercentOfPpb(ppb: number, places = 6): string {
  return `${formatNumber(ppb / PPB_PER_PERCENT, places)} %`;
}

/** Runway of the reserve in days. */
export function formatRunway(runwayTenthDays: number | null): string {
  if (runwayTenthDays === null) return t('runway.unused');
  return t('runway.days', { days: formatTenths(runwayTenthDays) });
}

/** Runway without the words on principal, where a label has them. */
export function formatRunwayShort(tenthDays: number | null): string {
  return tenthDays === null ? t('runway.unused') : t('runway.short', { days: formatTenths(tenthDays) });
}

/** Tenths as a number with one decimal: 23 is '2.3'. */
export function formatTenths(tenths: number): string {
  return formatNumber(tenths / TENTHS, 1);
}

/** A whole number with its thousands apart. */
export function formatCount(count: bigint): string {
  return formatNumberWith({}, count);
}

/** A number on the axis of a chart: '1.2K'. */
export function formatCompact(value: number): string {
  return formatNumberWith({ notation: 'compact', maximumFractionDigits: 1 }, value);
}

function formatNumber(value: number, placesMax: number): string {
  return formatNumberWith({ maximumFractionDigits: placesMax }, value);
}

/** Thousands are separated in every number, as in amounts. */
function formatNumberWith(options: Intl.NumberFormatOptions, value: number | bigint): string {
  return new Intl.NumberFormat(currentLanguage(), { useGrouping: 'always', ...options }).format(value);
}
