import type { ExaminedCheck } from '@glasspool/lab/lies';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { describeNoticed, describeVerdict } from './describe-verdict.ts';
import type { ListedLie } from './lab.worker.ts';
import type { Experiment } from './run-lie.ts';

interface LieRowProps {
  readonly lie: ListedLie;
  readonly experiment: Experiment | undefined;
  /** Checks made so far, while it is told. */
  readonly made: readonly ExaminedCheck[] | undefined;
  readonly isOff: boolean;
  readonly onRun: () => void;
}

/** One lie: what it is, who should notice, and once it was told every check and who did. */
export function LieRow({ lie, experiment, made, isOff, onRun }: LieRowProps) {
  const { id, verdict } = lie;
  const label = t(experiment === undefined ? 'lab.board.tell' : 'lab.board.again');
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-[300px]">
          <p className="font-medium">
            <span className="num mr-2 text-text-3">{id}</span>
            <span>{t(`lie.${id}`)}</span>
          </p>
          <p className="mt-0.5 text-sm text-text-2">
            {`${t('lab.board.expected')}: ${describeVerdict(verdict)}`}
          </p>
        </div>
        <Button
          look="secondary"
          className="min-h-11"
          disabled={isOff && made === undefined}
          aria-label={`${label}: ${id}`}
          aria-busy={made !== undefined}
          onClick={onRun}
        >
          {label}
        </Button>
      </div>
      {made !== undefined && (
        <p className="num mt-2 text-sm text-text-2">
          {t('lab.board.live', { count: made.length, name: made.at(-1)?.name ?? '–' })}
        </p>
      )}
      {experiment !== undefined && made === undefined && <Result experiment={experiment} />}
    </li>
  );
}

function Result({ experiment: { checks, noticed, isExpected } }: { experiment: Experiment }) {
  return (
    <div className="mt-2">
      <p className={isExpected ? 'text-sm font-medium text-positive' : 'text-sm font-medium text-negative'}>
        {`${t('lab.board.found')}: ${describeNoticed(noticed)} · ${t(isExpected ? 'lab.board.asSaid' : 'lab.board.notAsSaid')}`}
      </p>
      <Disclosure
        title={<span className="text-sm">{t('lab.board.checks', { count: checks.length })}</span>}
        isDrawnWhenOpen
      >
        <table className="w-full text-left text-sm">
          <tbody className="divide-y divide-line">
            {checks.map(({ part, name, status, detail }) => (
              <tr key={`${part} ${name}`} className={status === 'failed' ? 'text-negative' : ''}>
                <td className="py-1.5 pr-3 align-top font-medium">{name}</td>
                <td className="py-1.5 pr-3 align-top whitespace-nowrap">
                  {t(`lab.status.${status.replaceAll(' ', '-')}`)}
                </td>
                <td lang="en" className="py-1.5 align-top break-words max-sm:hidden">
                  {detail}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </div>
  );
}
