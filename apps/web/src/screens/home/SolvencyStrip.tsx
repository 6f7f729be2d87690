import { displayAmount } from '@glasspool/core';
import { Link } from 'react-router-dom';
import { type PoolFigures, trpc } from '../../api/trpc.ts';
import { sumHeld } from '../../components/figures.ts';
import { formatTime } from '../../i18n/format.ts';
import { currentLanguage, t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

const PLACES = 3;

/** One line on whether the pool holds what it owes, leading to its books. */
export function SolvencyStrip() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  if (figures.isPending) return <Skeleton className="h-[92px] md:h-[66px]" />;
  return (
    <section
      aria-label={t('strip.label')}
      className="flex min-h-[66px] flex-wrap items-center justify-between gap-x-8 gap-y-1 rounded-control border border-line bg-surface px-4 py-2 text-sm max-md:min-h-[92px]"
    >
      <div>
        {figures.data === undefined ? (
          <p className="text-text-2">{t('strip.unavailable')}</p>
        ) : (
          figures.data.currencies.map((one) => <Line key={one.currency} figures={one} />)
        )}
      </div>
      <Link
        to={paths.transparency}
        className="inline-flex min-h-6 items-center font-medium text-primary underline"
      >
        {t('strip.check', { time: formatTime(figures.dataUpdatedAt || Date.now()) })}
      </Link>
    </section>
  );
}

function Line({ figures }: { figures: PoolFigures['currencies'][number] }) {
  const { currency, owedToUsers: owed } = figures;
  const held = sumHeld(figures);
  return (
    <p className={classNames(held < owed && 'text-negative')}>
      <span className="text-text-2">{t('strip.holds', { currency })}</span>{' '}
      <span className="font-medium text-primary">{displayAmount(held, PLACES, currentLanguage())}</span>{' '}
      <span className="text-text-2">{t('strip.owes')}</span>{' '}
      <span className="font-medium text-liabilities underline decoration-dashed underline-offset-4">
        {displayAmount(owed, PLACES, currentLanguage())}
      </span>
    </p>
  );
}
