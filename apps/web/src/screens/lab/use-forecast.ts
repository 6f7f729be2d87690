import type { PaidFrom, Scenario } from '@glasspool/lab/forecast';
import { useEffect, useRef, useState } from 'react';
import { askWorker } from '../../ask-worker.ts';
import { trustedScriptUrl } from '../../trusted-script-url.ts';
import type { DrawnForecasts, ForecastAnswer, ForecastTask } from './forecast.worker.ts';
import workerUrl from './forecast.worker.ts?worker&url';

/**
 * Forecasts of a scenario, computed beside the page: the newest that is ready. While one is computed, only the newest of the scenarios that
 * come is kept.
 */
export function useForecast(scenario: Scenario | undefined): DrawnForecasts | undefined {
  const [drawn, setDrawn] = useState<DrawnForecasts>();
  const worker = useRef<Worker>(undefined);
  const isBusy = useRef(false);
  const waiting = useRef<Scenario>(undefined);
  useEffect(() => {
    const started = startWorker();
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<ForecastAnswer>) => {
      if (data.kind === 'drawn') setDrawn(data);
      const next = waiting.current;
      waiting.current = undefined;
      isBusy.current = next !== undefined;
      if (next !== undefined) started.postMessage({ kind: 'draw', scenario: next } satisfies ForecastTask);
    };
    return () => {
      isBusy.current = false;
      started.terminate();
    };
  }, []);
  useEffect(() => {
    if (scenario === undefined) return;
    if (isBusy.current) {
      waiting.current = scenario;
      return;
    }
    isBusy.current = true;
    worker.current?.postMessage({ kind: 'draw', scenario } satisfies ForecastTask);
  }, [scenario]);
  return drawn;
}

/** Every day of a forecast as CSV. */
export async function computeCsv(scenario: Scenario, paidFrom: PaidFrom): Promise<string> {
  const worker = startWorker();
  try {
    const task: ForecastTask = { kind: 'csv', scenario, paidFrom };
    return await askWorker(worker, task, (answer: ForecastAnswer) =>
      answer.kind === 'csv' ? answer.csv : undefined,
    );
  } finally {
    worker.terminate();
  }
}

function startWorker(): Worker {
  return new Worker(trustedScriptUrl('glasspool-forecast', workerUrl), { type: 'module' });
}
