// Forecasts are computed here, so that the page follows a slider without a pause.
import { forecast, type PaidFrom, type Scenario } from '@glasspool/lab/forecast';
import { type DrawnForecast, drawForecast, toCsv } from './drawn-forecast.ts';

export type ForecastTask =
  | { readonly kind: 'draw'; readonly scenario: Scenario }
  | { readonly kind: 'csv'; readonly scenario: Scenario; readonly paidFrom: PaidFrom };

/** One scenario, paid out of a reserve and out of deposits. */
export interface DrawnForecasts {
  readonly scenario: Scenario;
  readonly reserve: DrawnForecast;
  readonly deposits: DrawnForecast;
}

export type ForecastAnswer =
  | ({ readonly kind: 'drawn' } & DrawnForecasts)
  | { readonly kind: 'csv'; readonly csv: string };

const tell = (answer: ForecastAnswer): void => self.postMessage(answer);

self.onmessage = ({ data }: MessageEvent<ForecastTask>) => {
  if (data.kind === 'csv') return tell({ kind: 'csv', csv: toCsv(forecast(data.scenario, data.paidFrom)) });
  tell({
    kind: 'drawn',
    scenario: data.scenario,
    reserve: drawForecast(forecast(data.scenario, 'reserve')),
    deposits: drawForecast(forecast(data.scenario, 'deposits')),
  });
};
