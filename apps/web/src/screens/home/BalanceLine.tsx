import type { Currency } from '@glasspool/core';
import { useMemo } from 'react';
import { trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { Part } from '../../components/frame/Part.tsx';
import { formatMoney } from '../../components/money/amounts.ts';
import { formatDate } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

const MICRO_PER_UNIT = 1_000_000;
const LineChart = lazyPage(async () => (await import('../../components/money/LineChart.tsx')).LineChart);

/** Total of a day in words, as the table has it. */
function describeDay(day: Days[number] | undefined, currency: Currency): string {
  return day === undefined ? '' : `${formatDate(day.at)}: ${formatMoney(day.invested + day.free, currency)}`;
}

type Days = readonly { readonly at: number; readonly invested: bigint; readonly free: bigint }[];

/** Total and invested over the last 30 days, as a chart and as a table. */
export function BalanceLine({ currency }: { currency: Currency }) {
  const balances = trpc.wallets.listDailyBalances.useQuery({ currency });
  const days = useMemo(() => balances.data && startAtFirst(balances.data.data), [balances.data]);
  const lines = useMemo(
    () => ({
      timesMs: days?.map(({ at }) => at) ?? [],
      series: [
        {
          name: t('overview.line.total'),
          values: days?.map(({ invested, free }) => Number(invested + free) / MICRO_PER_UNIT) ?? [],
        },
        {
          name: t('overview.line.invested'),
          values: days?.map(({ invested }) => Number(invested) / MICRO_PER_UNIT) ?? [],
          isDashed: true,
        },
      ],
    }),
    [days],
  );
  return (
    <div className="mt-6">
      <h3 className="mb-2 font-semibold">{t('overview.line.title')}</h3>
      {balances.isPending && <Skeleton className="h-[270px]" />}
      {balances.isError && days === undefined && (
        <LoadError textId="overview.line.failed" onRetry={() => void balances.refetch()} />
      )}
      {days !== undefined && (
        <>
          <Part fallback={<Skeleton className="h-[270px]" />}>
            <LineChart
              title={t('overview.line.label', { currency })}
              {...lines}
              describe={(index) => describeDay(days[index], currency)}
            />
          </Part>
          <details className="mt-1 text-sm">
            <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-primary underline">
              {t('overview.line.table')}
            </summary>
            <table className="w-full text-left">
              <caption className="sr-only">{t('overview.line.label', { currency })}</caption>
              <thead className="text-[13px]/[18px] text-text-3">
                <tr>
                  <th className="py-1.5 font-medium">{t('overview.line.day')}</th>
                  <th className="py-1.5 text-right font-medium">{t('overview.line.total')}</th>
                  <th className="py-1.5 text-right font-medium">{t('overview.line.invested')}</th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line tabular-nums">
                {[...days].reverse().map(({ at, invested, free }) => (
                  <tr key={at}>
                    <th scope="row" className="py-1.5 font-normal">
                      {formatDate(at)}
                    </th>
                    <td className="py-1.5 text-right">{formatMoney(invested + free, currency)}</td>
                    <td className="py-1.5 text-right">{formatMoney(invested, currency)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </div>
  );
}

/** Leaves out the days before there was anything, but for the last of them, from which the line rises. */
function startAtFirst(days: Days): Days {
  const first = days.findIndex(({ invested, free }) => invested + free > 0n);
  return days.slice(Math.max(0, first - 1));
}
