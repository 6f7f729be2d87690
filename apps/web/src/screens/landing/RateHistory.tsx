import { useState } from 'react';
import { formatPercent, formatPercentOfPpb } from '../../components/rates.ts';
import { formatDate } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Overview, OverviewState } from './overview.ts';

type Run = Overview['runs'][number];

const CURRENCIES = [
  { value: 'USDT', label: 'USDT' },
  { value: 'TRX', label: 'TRX' },
] as const;
const DAYS_PER_YEAR = 365;
const WIDTH = 640;
const HEIGHT = 180;
const HEADROOM = 1.15;

/** The rate that was promised and the one that was paid, run by run: the target is never shown alone. */
export function RateHistory({ overview: { data } }: { overview: OverviewState }) {
  const [currency, setCurrency] = useState<'USDT' | 'TRX'>('USDT');
  const runs = (data?.runs ?? []).filter((run) => run.currency === currency).reverse();
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
        {data === undefined && <Skeleton className="h-[366px] sm:h-[317.5px]" />}
        {data !== undefined && runs.length === 0 && <p className="text-text-2">{t('rate.none')}</p>}
        {runs.length > 0 && <Chart runs={runs} />}
      </div>
    </section>
  );
}

function Chart({ runs }: { runs: readonly Run[] }) {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return null;
  const top = HEADROOM * Math.max(...runs.flatMap((run) => [run.targetRatePpb, run.effectiveRatePpb]), 1);
  const span = Math.max(last.runAt - first.runAt, 1);
  const points = (pick: (run: Run) => number): string =>
    // A single run is a line too.
    [...runs, ...(runs.length === 1 ? [{ ...last, runAt: first.runAt + span }] : [])]
      .map((run) => `${((run.runAt - first.runAt) / span) * WIDTH} ${HEIGHT - (pick(run) / top) * HEIGHT}`)
      .join('L');
  const paid = points((run) => run.effectiveRatePpb);
  return (
    <figure>
      <figcaption className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-text-2">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="inline-block w-6 border-t-2 border-dashed border-liabilities" />
          {t('rate.promised', { rate: formatPercentOfPpb(last.targetRatePpb) })}
        </span>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden className="inline-block w-6 border-t-[3px] border-primary" />
          {t('rate.paid', { rate: formatPercentOfPpb(last.effectiveRatePpb), date: formatDate(last.runAt) })}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-[180px] w-full border-b border-line-strong"
        role="img"
        aria-label={t('rate.chart', {
          runs: runs.length,
          promised: formatPercentOfPpb(last.targetRatePpb),
          paid: formatPercentOfPpb(last.effectiveRatePpb),
        })}
      >
        <path d={`M${paid}V${HEIGHT}H0z`} className="fill-primary-soft" />
        <path
          d={`M${paid}`}
          className="fill-none stroke-primary"
          strokeWidth="3"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={`M${points((run) => run.targetRatePpb)}`}
          className="fill-none stroke-liabilities"
          strokeWidth="2"
          strokeDasharray="7 5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="mt-1.5 flex justify-between text-[13px] text-text-3">
        <span>{formatDate(first.runAt)}</span>
        <span>{formatDate(last.runAt)}</span>
      </p>
      <Disclosure title={<span className="text-sm">{t('rate.table')}</span>} isDrawnWhenOpen>
        <RateTable runs={[...runs].reverse()} />
      </Disclosure>
    </figure>
  );
}

function RateTable({ runs }: { runs: readonly Run[] }) {
  return (
    <table className="num w-full text-left text-sm">
      <thead className="text-[13px] text-text-3">
        <tr>
          <th className="py-2 font-medium">{t('rate.day')}</th>
          <th className="py-2 text-right font-medium">{t('rate.column.promised')}</th>
          <th className="py-2 text-right font-medium">{t('rate.column.paid')}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {runs.map((run) => (
          <tr key={run.runAt}>
            <td className="py-1.5">{formatDate(run.runAt)}</td>
            <td className="py-1.5 text-right">{formatPercentOfPpb(run.targetRatePpb)}</td>
            <td className="py-1.5 text-right">{formatPercentOfPpb(run.effectiveRatePpb)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
