import { currentLanguage } from './language.ts';

const DATE = { dateStyle: 'medium' } as const;
const TIME = { timeStyle: 'short' } as const;
const TABLE = {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
} as const;
const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

const SMALLEST = ['minute', 60_000] as const;
const UNITS = [['day', 86_400_000], ['hour', 3_600_000], SMALLEST] as const;

/** Kept, because making one takes far longer than formatting with it; a history has hundreds of times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** 'Nov 20, 2026' */
export function formatDate(atMs: number): string {
  return format(atMs, DATE);
}

/** '3:05 PM' */
export function formatTime(atMs: number): string {
  return format(atMs, TIME);
}

/** 'Nov 20, 2026 3:05 PM'. */
export function formatDateTime(atMs: number): string {
  return `${formatDate(atMs)} ${formatTime(atMs)}`;
}

/** 'BSC and TRON' */
export function formatList(texts: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(texts);
}

/** '24 Nov 2026, 15:05', as tables of the back office have it. */
export function formatTableTime(atMs: number): string {
  const locale = currentLanguage() === 'en' ? 'en-GB' : currentLanguage();
  return findFormat(locale, TABLE).format(atMs);
}

/** 'November 2026', of a month in UTC such as `2026-11`. */
export function formatMonth(month: string): string {
  const text = format(Date.parse(`${month}-01`), MONTH);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats an age in milliseconds in the largest unit that fits: '3 hours ago'. */
export function formatAge(ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => ms >= length) ?? SMALLEST;
  return new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' }).format(
    -Math.floor(ms / size),
    unit,
  );
}

function format(atMs: number, options: Intl.DateTimeFormatOptions): string {
  // Some versions of the locale data have a narrow space before PM, which no other text here has.
  return findFormat(currentLanguage(), options).format(atMs).replaceAll('\u202f', ' ');
}

function findFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formats.set(key, made);
  return made;
}
