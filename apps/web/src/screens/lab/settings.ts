/** Limits of everything that people can change, as whole numbers: the sliders show them, and the URL of the page has them. */
export const CONTROLS = {
  /** Tenths of a percent a day. */
  rate: { min: 0, max: 50, step: 1 },
  /** Reserve at the start, in units. */
  reserve: { min: 0, max: 100_000, step: 500 },
  /** In units, every week. */
  funding: { min: 0, max: 10_000, step: 100 },
  /** People who join in the first week. */
  joiners: { min: 0, max: 50, step: 1 },
  /** Percent from week to week. */
  growth: { min: -20, max: 30, step: 1 },
  /** Weeks in which people join and invest again. */
  weeks: { min: 1, max: 520, step: 1 },
  /** Of a hundred people, those who invest again. */
  reinvest: { min: 0, max: 100, step: 5 },
  /** Days from one withdrawal to the next. */
  every: { min: 1, max: 60, step: 1 },
  /** Levels of inviters. */
  depth: { min: 0, max: 3, step: 1 },
} as const;
export type ControlName = keyof typeof CONTROLS;
export type Settings = Readonly<Record<ControlName, number>>;

export const CONTROL_NAMES: readonly ControlName[] = [
  'rate',
  'reserve',
  'funding',
  'joiners',
  'growth',
  'weeks',
  'reinvest',
  'every',
  'depth',
];

/** Starts of a forecast: the books of this pool, an example, or a scheme of the public record. */
export const STARTS = ['books', 'example', 'ponzi', 'bitconnect', 'mmm'] as const;
export type Start = (typeof STARTS)[number];

export const SPANS = [90, 365, 3650] as const;
export type Span = (typeof SPANS)[number];

/** A forecast as its page shows it. */
export interface Choice {
  readonly start: Start;
  readonly span: Span;
  /** Those that differ from what the start has. */
  readonly changed: Partial<Settings>;
}

/** Reads a choice from the query of an address; whatever is not allowed there is left out. */
export function readChoice(search: URLSearchParams, fallback: Start): Choice {
  const changed: Partial<Record<ControlName, number>> = {};
  for (const name of CONTROL_NAMES) {
    const text = search.get(name);
    if (text === null || !/^-?\d{1,6}$/.test(text)) continue;
    const { min, max } = CONTROLS[name];
    changed[name] = Math.min(max, Math.max(min, Number(text)));
  }
  return {
    start: STARTS.find((start) => start === search.get('start')) ?? fallback,
    span: SPANS.find((span) => String(span) === search.get('days')) ?? 365,
    changed,
  };
}

export function writeChoice({ start, span, changed }: Choice): URLSearchParams {
  const search = new URLSearchParams({ start, days: String(span) });
  for (const name of CONTROL_NAMES) {
    const value = changed[name];
    if (value !== undefined) search.set(name, String(value));
  }
  return search;
}
