import { useState } from 'react';
import { Link } from 'react-router-dom';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { formatDecimal } from '../../components/money/decimal.ts';
import { Vessel } from '../../components/money/Vessel.tsx';
import { formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { CurrencyOverview, OverviewState } from './overview.ts';

const CURRENCIES = [
  { value: 'USDT', label: 'USDT' },
  { value: 'TRX', label: 'TRX' },
] as const;

/** The vessel of the pool at this moment. A pool that holds nothing yet says what to do first instead of zeros. */
export function PoolNow({ overview: { data, isFailed, reload } }: { overview: OverviewState }) {
  const [currency, setCurrency] = useState<'USDT' | 'TRX'>('USDT');
  const figures = data?.currencies.find((one) => one.currency === currency);
  const isFresh = data !== undefined && data.snapshots === 0 && data.currencies.every(holdsNothing);
  return (
    <section aria-label={t('held.title')} className="rounded-card border border-line bg-surface p-5 lg:p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold tracking-[-0.01em]">{t('held.title')}</h2>
        <Segments label={t('held.currency')} value={currency} choices={CURRENCIES} onChange={setCurrency} />
      </div>
      {figures === undefined && !isFailed && (
        <>
          <Skeleton className="aspect-[560/290] w-full" />
          <Skeleton className="mt-4 h-[108px] sm:h-[47.5px]" />
        </>
      )}
      {figures === undefined && isFailed && <LoadError textId="held.failed" onRetry={reload} />}
      {figures !== undefined && (
        <>
          <Vessel currency={currency} held={figures.held} owed={figures.owedToUsers} />
          {isFresh ? <FirstSteps /> : <Legend figures={figures} />}
        </>
      )}
      <p className="mt-4 min-h-5 text-[13px]/5 text-text-3">
        {data !== undefined && (
          <>
            <span>{t('held.asOf', { time: formatTime(data.now) })}</span>{' '}
            <Link to={{ pathname: paths.transparency, hash: '#reserves' }} className="text-primary underline">
              {t('held.ask')}
            </Link>
          </>
        )}
      </p>
    </section>
  );
}

function holdsNothing({ owedToUsers, rewardReserve }: CurrencyOverview): boolean {
  return Number(owedToUsers) === 0 && Number(rewardReserve) === 0;
}

function Legend({ figures }: { figures: CurrencyOverview }) {
  const parts = [
    ['held', 'bg-primary', figures.held],
    ['owed', 'bg-liabilities', figures.owedToUsers],
    ['reserve', 'bg-line-strong', figures.rewardReserve],
  ] as const;
  return (
    <dl className="mt-4 grid grid-cols-1 gap-3 sm:grid-cols-3">
      {parts.map(([part, color, amount]) => {
        const [whole, fraction] = splitFraction(formatDecimal(amount));
        return (
          <div key={part} className="max-sm:flex max-sm:items-baseline max-sm:justify-between">
            <dt className="flex items-center gap-2 text-[13px] text-text-2">
              <span aria-hidden className={classNames('size-2.5 rounded-[3px]', color)} />
              <span>{t(`held.${part}`)}</span>
            </dt>
            <dd
              className="num text-xl font-semibold tracking-[-0.02em]"
              title={`${amount} ${figures.currency}`}
            >
              <span>{whole}</span>
              <span className="text-[15px] font-medium text-text-3">{fraction}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Places after the decimal sign, with it: they are written smaller. */
function splitFraction(text: string): [string, string] {
  return [text.slice(0, -4), text.slice(-4)];
}

/** In the place of zeros: what to do with a pool that has just begun. */
function FirstSteps() {
  return (
    <div className="mt-4">
      <p className="font-semibold">{t('fresh.title')}</p>
      <ol className="mt-2 list-decimal space-y-1 pl-5 text-text-2">
        <li>{t('fresh.account')}</li>
        <li>{t('fresh.deposit')}</li>
        <li>{t('fresh.check')}</li>
      </ol>
    </div>
  );
}
