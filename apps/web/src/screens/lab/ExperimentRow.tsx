import type { ExperimentId } from '@glasspool/api/contracts';
import { EXPERIMENTS, listExpectedChecks } from '@glasspool/lab/experiments';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { describeNews, describeOutcome, describeRun, type ExperimentRun } from './experiment-words.ts';
import { isOver } from './use-experiments.ts';

interface ExperimentRowProps {
  readonly id: ExperimentId;
  readonly run: ExperimentRun | undefined;
  readonly isRunning: boolean;
  readonly isOff: boolean;
  readonly sourceUrl: string | undefined;
  readonly onRun: () => void;
}

/** One experiment: what it does, what should happen, and once it runs everything that does. */
export function ExperimentRow({ id, run, isRunning, isOff, sourceUrl, onRun }: ExperimentRowProps) {
  const title = t(`experiment.${id}.title`);
  const label = t(isOver(run) ? 'experiment.again' : 'experiment.run');
  return (
    <li className="py-5" data-experiment={id}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-[300px]">
          <h2 className="text-lg/7 font-semibold">{title}</h2>
          <p className="mt-1 max-w-[70ch] text-text-2">{t(`experiment.${id}.what`)}</p>
          <p className="mt-1 max-w-[70ch] text-text-2">
            <span className="font-medium text-text">{`${t('experiment.should')}:`}</span>{' '}
            <span>{t(`experiment.${id}.should`)}</span>
          </p>
        </div>
        <Button
          look="secondary"
          disabled={isOff && !isRunning}
          aria-label={`${label}: ${title}`}
          aria-busy={isRunning}
          onClick={onRun}
        >
          {label}
        </Button>
      </div>
      {(isRunning || run !== undefined) && <Feed id={id} run={run ?? []} isRunning={isRunning} />}
      <Disclosure title={<span className="text-sm">{t('experiment.checked')}</span>} isDrawnWhenOpen>
        <Background id={id} sourceUrl={sourceUrl} />
      </Disclosure>
    </li>
  );
}

function Feed({ id, run, isRunning }: { id: ExperimentId; run: ExperimentRun; isRunning: boolean }) {
  const verdict = isOver(run) ? describeRun(id, run) : undefined;
  return (
    <div className="mt-3 rounded-control bg-sunken px-4 py-3 text-sm">
      <ol role="log" aria-label={t('experiment.feed')} className="space-y-1.5">
        {run.map((news, index) => {
          if (news.kind === 'end' || news.kind === 'failed') return null;
          const outcome = news.kind === 'check' ? describeOutcome(id, news) : undefined;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added, and have no other name.
            <li key={index} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <span className={outcome === undefined ? 'text-text-2' : 'font-medium'}>
                {describeNews(news)}
              </span>
              {outcome !== undefined && (
                <StatusBadge look={outcome.isRight ? 'good' : 'bad'}>{outcome.text}</StatusBadge>
              )}
              {news.kind === 'check' && (
                <span lang="en" className="num text-[13px]/[18px] break-all text-text-3">
                  {news.found}
                </span>
              )}
            </li>
          );
        })}
        {isRunning && run.length === 0 && <li className="text-text-2">{t('experiment.starting')}</li>}
      </ol>
      {verdict !== undefined && (
        <p className="mt-3">
          <StatusBadge look={verdict.isRight ? 'good' : 'bad'}>{verdict.text}</StatusBadge>
        </p>
      )}
    </div>
  );
}

function Background({ id, sourceUrl }: { id: ExperimentId; sourceUrl: string | undefined }) {
  const { code, tests } = EXPERIMENTS[id];
  return (
    <div className="space-y-3 text-sm">
      <ul className="list-disc space-y-1 pl-5">
        {listExpectedChecks(id).map((check) => (
          <li key={check.id}>
            {`${t(`experiment.check.${check.id}`)}${!check.holds ? ` (${t('experiment.noticedBy')})` : ''}`}
          </li>
        ))}
      </ul>
      <Files title={t('experiment.code')} files={code} sourceUrl={sourceUrl} />
      <Files title={t('experiment.tests')} files={tests} sourceUrl={sourceUrl} />
    </div>
  );
}

interface FilesProps {
  readonly title: string;
  readonly files: readonly string[];
  readonly sourceUrl: string | undefined;
}

/** Files of the repository: links where the operator says where it is. */
function Files({ title, files, sourceUrl }: FilesProps) {
  return (
    <div>
      <p className="font-medium text-text">{title}</p>
      <ul>
        {files.map((file) => (
          <li key={file} className="break-all">
            {sourceUrl === undefined ? (
              <code>{file}</code>
            ) : (
              <a href={`${sourceUrl}/blob/HEAD/${file}`} rel="noreferrer" className="underline">
                {file}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
