import type { ExperimentId, ExperimentNews } from '@glasspool/api/contracts';
import { isAsExpected } from '@glasspool/lab/experiments';
import { useEffect, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { remember } from '../../components/proof/learner-memory.ts';
import { t } from '../../i18n/language.ts';
import { type ExperimentRun, listChecks } from './experiment-words.ts';

interface Experiments {
  readonly runs: ReadonlyMap<ExperimentId, ExperimentRun>;
  readonly running: ExperimentId | undefined;
  /** Runs experiments one after the other. */
  start(ids: readonly ExperimentId[]): void;
  /** Breaks off the one that runs, and leaves out those that wait. */
  stop(): void;
  reset(): void;
}

/** Runs experiments on the server, one at a time, and keeps what each tells. */
export function useExperiments(firstId: ExperimentId): Experiments {
  const [runs, setRuns] = useState<ReadonlyMap<ExperimentId, ExperimentRun>>(new Map());
  const [queue, setQueue] = useState<readonly ExperimentId[]>([]);
  const [running] = queue;
  const add = (id: ExperimentId, news: ExperimentNews): void =>
    setRuns((before) => new Map(before).set(id, [...(before.get(id) ?? []), news]));
  const end = (): void => setQueue((before) => before.slice(1));
  trpc.dev.runExperiment.useSubscription(
    { id: running ?? firstId },
    {
      enabled: running !== undefined,
      // Also after a lost connection: the server begins again.
      onStarted: () => running !== undefined && setRuns((before) => new Map(before).set(running, [])),
      onData: (news) => {
        if (running === undefined) return;
        add(running, news);
        if (news.kind === 'end' || news.kind === 'failed') end();
      },
      onError: () => {
        if (running !== undefined) add(running, { kind: 'failed', reason: t('experiment.interrupted') });
        end();
      },
    },
  );
  useEffect(() => {
    for (const [id, run] of runs) if (isOver(run) && isAsExpected(id, listChecks(run))) remember(`ran:${id}`);
  }, [runs]);
  return {
    runs,
    running,
    start: (ids) => {
      setRuns((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
      setQueue(ids);
    },
    stop: () => setQueue([]),
    reset: () => setRuns(new Map()),
  };
}

/** True once an experiment has told all that it has to tell. */
export function isOver(run: ExperimentRun | undefined): boolean {
  const last = run?.at(-1);
  return last?.kind === 'end' || last?.kind === 'failed';
}
