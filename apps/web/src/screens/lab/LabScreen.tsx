import { EXPERIMENT_GROUPS } from '@glasspool/lab/experiments';
import { Link } from 'react-router-dom';
import { useUrlState } from '../../components/frame/use-url-state.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Segments } from '../../ui/Segments.tsx';
import { ExperimentBoard } from './ExperimentBoard.tsx';
import { LabPage } from './LabPage.tsx';
import { LieBoard } from './LieBoard.tsx';

const GROUPS = [...EXPERIMENT_GROUPS, 'operator'] as const;

/** Experiments that show how a pool holds, how it fails, and who notices. For local networks. */
export function LabScreen() {
  return (
    <LabPage title={t('lab.board.title')} lead={t('experiment.lead')}>
      {({ sourceUrl }) => <Groups sourceUrl={sourceUrl ?? undefined} />}
    </LabPage>
  );
}

function Groups({ sourceUrl }: { sourceUrl: string | undefined }) {
  const { read, write } = useUrlState();
  const group = GROUPS.find((one) => one === read('as')) ?? GROUPS[0];
  return (
    <>
      <p className="mt-2 max-w-[70ch] text-text-2">
        <span>{t('lab.board.elsewhere')}</span>{' '}
        <Link to={paths.timeMachine} className="underline">
          {t('lab.title')}
        </Link>
      </p>
      <p className="mb-5 max-w-[70ch] text-text-2">
        <span>{t('experiment.courses')}</span>{' '}
        <Link to={paths.courses} className="underline">
          {t('course.title')}
        </Link>
      </p>
      <div className="mb-5 overflow-x-auto">
        <Segments
          label={t('experiment.group.label')}
          value={group}
          choices={GROUPS.map((value) => ({ value, label: t(`experiment.group.${value}`) }))}
          onChange={(value) => write({ as: value })}
        />
      </div>
      {group === 'operator' ? (
        <LieBoard />
      ) : (
        <ExperimentBoard key={group} group={group} sourceUrl={sourceUrl} />
      )}
    </>
  );
}
