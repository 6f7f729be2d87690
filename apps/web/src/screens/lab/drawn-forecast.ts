import { formatAmount } from '@glasspool/core';
import {
  type Forecast,
  type ForecastDay,
  findOutcome,
  type JoinedThen,
  listByJoinDay,
  type Outcome,
} from '@glasspool/lab/forecast';
import { writeCsv } from '../../components/frame/save-text.ts';

/** More points than a chart has pixels for would only cost time. */
const POINTS_MAX = 400;
const BARS = 12;
/** The first short day says little: it pays what is left of a reserve that was just enough the day before. */
const AFTER_DAYS = 30;

/** Parts of a forecast that the page shows. */
export interface DrawnForecast {
  /** Some of the days: the first, the last, those on which something ends, and others at equal distances. */
  readonly days: readonly ForecastDay[];
  /** First day on which less than the target was paid. */
  readonly shortOn: ForecastDay | undefined;
  /** Share of the target that was paid on average over the days after it, 30 at most; undefined without such a day. */
  readonly afterShort: { readonly days: number; readonly sharePpb: number } | undefined;
  readonly collapsedOn: number | undefined;
  readonly outcome: Outcome;
  readonly byJoinDay: readonly JoinedThen[];
}

/** Picks what a page draws of a forecast. */
export function drawForecast(forecast: Forecast): DrawnForecast {
  const { days, shortOn, collapsedOn } = forecast;
  const every = Math.max(1, Math.ceil(days.length / POINTS_MAX));
  const isDrawn = ({ day }: ForecastDay): boolean =>
    day % every === 0 || day === shortOn || day === days.length - 1;
  return {
    days: days.filter(isDrawn),
    shortOn: shortOn === undefined ? undefined : days[shortOn],
    afterShort:
      shortOn === undefined ? undefined : averageShare(days.slice(shortOn + 1, shortOn + 1 + AFTER_DAYS)),
    collapsedOn,
    outcome: findOutcome(forecast),
    byJoinDay: listByJoinDay(forecast, BARS),
  };
}

function averageShare(days: readonly ForecastDay[]): DrawnForecast['afterShort'] {
  if (days.length === 0) return undefined;
  const sum = days.reduce((total, { sharePpb }) => total + sharePpb, 0);
  return { days: days.length, sharePpb: Math.floor(sum / days.length) };
}

/** Every day of a forecast as CSV. */
export function toCsv({ days }: Forecast): string {
  return writeCsv(
    ['day', 'people', 'principal', 'owed', 'held', 'reserve', 'due', 'paid', 'sharePpb'],
    days.map((one) => [
      String(one.day),
      String(one.people),
      formatAmount(one.principalMicro),
      formatAmount(one.owedMicro),
      formatAmount(one.heldMicro),
      formatAmount(one.reserveMicro),
      formatAmount(one.dueMicro),
      formatAmount(one.paidMicro),
      String(one.sharePpb),
    ]),
  );
}
