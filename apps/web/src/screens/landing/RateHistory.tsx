import { useState } from 'react';
import { formatPercent } from '../../components/money/rates.ts';
import { t } from '../../i18n/language.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { HonestyChart } from './HonestyChart.tsx';
import type { OverviewState } from './overview.ts';

const CURRENCIES = [
  { value: 'USDT', label: 'USDT' },
  { value: 'TRX', label: 'TRX' },
] as const;
const DAYS_PER_YEAR = 365;

/** The rate that was promised and the one that was paid, and what is left to pay it from. */
export function RateHistory({ overview: { data } }: { overview: OverviewState }) {
  const [currency, setCurrency] = useState<'USDT' | 'TRX'>('USDT');
  const points = (data?.rateHistory ?? []).filter((point) => point.currency === currency);
  const rate = data?.terms.targetRatePpm;
  return (
    <section aria-labelledby="rate-title">
      <h2 id="rate-title" className="text-[28px]/8 font-semibold tracking-[-0.025em]">
        {t('rate.title')}
      </h2>
      <p className="mt-1 mb-6 max-w-[60ch] min-h-12 text-text-2">
        {rate !== undefined &&
          t('rate.text', { day: formatPercent(rate), year: formatPercent(rate * DAYS_PER_YEAR) })}
      </p>
      <div className="rounded-card border border-line bg-surface p-5 lg:p-6">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h3 className="font-semibold">{t('rate.daily')}</h3>
          <Segments label={t('held.currency')} value={currency} choices={CURRENCIES} onChange={setCurrency} />
        </div>
        {data === undefined && <Skeleton className="h-[419.5px] sm:h-[395.5px]" />}
        {data !== undefined && points.length === 0 && <p className="text-text-2">{t('rate.none')}</p>}
        <HonestyChart points={points} />
      </div>
    </section>
  );
}
