import { EXPERIMENT_IDS, type ExperimentId } from '@glasspool/api/contracts';
import { EXPERIMENTS, type ExperimentGroup, isAsExpected } from '@glasspool/lab/experiments';
import { saveText } from '../../components/frame/save-text.ts';
import { remember } from '../../components/proof/learner-memory.ts';
import { currentLanguage, t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { ExperimentRow } from './ExperimentRow.tsx';
import { listChecks } from './experiment-words.ts';
import { writeExperimentReport } from './lab-report.ts';
import { isOver, useExperiments } from './use-experiments.ts';

interface ExperimentBoardProps {
  readonly group: ExperimentGroup;
  readonly sourceUrl: string | undefined;
}

/** Experiments of one group, each with what it does, what happens and the verdict. */
export function ExperimentBoard({ group, sourceUrl }: ExperimentBoardProps) {
  const ids = EXPERIMENT_IDS.filter((id) => EXPERIMENTS[id].group === group);
  const [firstId] = ids;
  return firstId === undefined ? null : (
    <Board group={group} ids={ids} firstId={firstId} sourceUrl={sourceUrl} />
  );
}

interface BoardProps extends ExperimentBoardProps {
  readonly ids: readonly ExperimentId[];
  readonly firstId: ExperimentId;
}

function Board({ group, ids, firstId, sourceUrl }: BoardProps) {
  const { runs, running, start, stop, reset } = useExperiments(firstId);
  const done = ids.filter((id) => isOver(runs.get(id)));
  const right = done.filter((id) => isAsExpected(id, listChecks(runs.get(id))));
  const isIdle = running === undefined;
  return (
    <>
      <p className="mb-5 max-w-[70ch] text-text-2">{t(`experiment.lead.${group}`)}</p>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        {isIdle ? (
          <Button onClick={() => start(ids)}>{t('experiment.all')}</Button>
        ) : (
          <Button onClick={stop}>{t('experiment.stop')}</Button>
        )}
        <Button
          look="secondary"
          disabled={done.length === 0 || !isIdle}
          onClick={() => {
            saveText('glasspool-lab.html', writeExperimentReport(ids, runs, currentLanguage()), 'text/html');
            remember('saved-report');
          }}
        >
          {t('experiment.save')}
        </Button>
        <Button look="quiet" disabled={done.length === 0 || !isIdle} onClick={reset}>
          {t('experiment.reset')}
        </Button>
        <p role="status" className="text-sm text-text-2">
          {t('experiment.count', { ran: done.length, all: ids.length, right: right.length })}
        </p>
      </div>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        {ids.map((id) => (
          <ExperimentRow
            key={id}
            id={id}
            run={runs.get(id)}
            isRunning={running === id}
            isOff={!isIdle}
            sourceUrl={sourceUrl}
            onRun={() => start([id])}
          />
        ))}
      </ul>
    </>
  );
}
