import type { ExaminedCheck } from '@glasspool/lab/lies';
import { useEffect, useState } from 'react';
import { notify } from '../../api/notify.ts';
import { saveText } from '../../components/frame/save-text.ts';
import { remember } from '../../components/proof/learner-memory.ts';
import { currentLanguage, t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LieRow } from './LieRow.tsx';
import type { ListedLie } from './lab.worker.ts';
import { writeReport } from './lab-report.ts';
import { type Experiment, listLies, runLie } from './run-lie.ts';

/** Lies that an operator with all keys can tell, each one to be told and examined in this browser. */
export function LieBoard() {
  const [lies, setLies] = useState<readonly ListedLie[]>();
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let isOver = false;
    listLies().then(
      (listed) => !isOver && setLies(listed),
      () => !isOver && setFailed(true),
    );
    return () => {
      isOver = true;
    };
  }, []);
  if (isFailed) return <p className="mt-2 text-text-2">{t('lab.board.failed')}</p>;
  return lies === undefined ? <Skeleton className="mt-4 h-[720px]" /> : <Board lies={lies} />;
}

function Board({ lies }: { lies: readonly ListedLie[] }) {
  const [ran, setRan] = useState<ReadonlyMap<string, Experiment>>(new Map());
  const [running, setRunning] = useState<string>();
  const [made, setMade] = useState<readonly ExaminedCheck[]>([]);
  const run = async (id: string): Promise<void> => {
    setRunning(id);
    setMade([]);
    try {
      const experiment = await runLie(id, setMade);
      setRan((before) => new Map(before).set(id, experiment));
      const { by } = experiment.noticed;
      if (experiment.isExpected && by !== 'incomplete') remember(`noticed:${by}`);
    } catch {
      notify.error(t('lab.board.failed'));
    } finally {
      setRunning(undefined);
    }
  };
  const runAll = async (): Promise<void> => {
    for (const { id } of lies) await run(id);
  };
  const asSaid = [...ran.values()].filter(({ isExpected }) => isExpected).length;
  return (
    <>
      <p className="mb-5 max-w-[70ch] text-text-2">{`${t('lab.board.lead')} ${t('lab.board.sandbox')}`}</p>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <Button disabled={running !== undefined} onClick={() => void runAll()}>
          {t('lab.board.all')}
        </Button>
        <Button
          look="secondary"
          disabled={ran.size === 0 || running !== undefined}
          onClick={() => {
            saveText('glasspool-lab.html', writeReport(lies, ran, currentLanguage()), 'text/html');
            remember('saved-report');
          }}
        >
          {t('lab.board.save')}
        </Button>
        <Button
          look="quiet"
          disabled={ran.size === 0 || running !== undefined}
          onClick={() => setRan(new Map())}
        >
          {t('lab.board.reset')}
        </Button>
        <p role="status" className="text-sm text-text-2">
          {t('lab.board.count', { ran: ran.size, all: lies.length, right: asSaid })}
        </p>
      </div>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
        {lies.map((lie) => (
          <LieRow
            key={lie.id}
            lie={lie}
            experiment={ran.get(lie.id)}
            made={running === lie.id ? made : undefined}
            isOff={running !== undefined}
            onRun={() => void run(lie.id)}
          />
        ))}
      </ul>
      <p className="mt-5 max-w-[70ch] text-sm text-text-2">{t('lab.board.code')}</p>
    </>
  );
}
