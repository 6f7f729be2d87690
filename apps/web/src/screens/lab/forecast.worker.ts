// Forecasts are computed here, so that the page follows a slider without a pause.
import { forecast } from '@glasspool/core/forecast';
import { drawForecast, toCsv } from './drawn-forecast.ts';
import type { ForecastAnswer, ForecastTask } from './use-forecast.ts';

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
