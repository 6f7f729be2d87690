import { DAY_MS } from '@glasspool/core';
import type { ForecastDay, PaidFrom, Scenario } from '@glasspool/lab/forecast';
import { useMemo } from 'react';
import { notify } from '../../api/notify.ts';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { Part } from '../../components/frame/Part.tsx';
import { saveText } from '../../components/frame/save-text.ts';
import { formatMoney } from '../../components/money/amounts.ts';
import { formatCount } from '../../components/money/rates.ts';
import { formatDate } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatEffectiveRate } from './format-effective-rate.ts';
import { CURRENCY } from './scenario.ts';
import { computeCsv } from './use-forecast.ts';

/** The library of the chart is as large as the rest of the page. */
const LineChart = lazyPage(async () => (await import('../../components/money/LineChart.tsx')).LineChart);

const MICRO_PER_UNIT = 1e6;
const ROWS_MAX = 30;

/** A day of the past, as an anchored manifest has it. */
export interface PastDay {
  readonly atMs: number;
  readonly owedMicro: bigint;
  readonly reserveMicro: bigint;
}

interface ForecastChartProps {
  readonly title: string;
  readonly paidFrom: PaidFrom;
  readonly days: readonly ForecastDay[];
  readonly past: readonly PastDay[];
  readonly startMs: number;
  readonly scenario: Scenario;
  /** Moments that the chart names. */
  readonly marks: readonly { readonly atMs: number; readonly name: string }[];
}

/** A forecast as lines, with its table and every day as CSV. */
export function ForecastChart(props: ForecastChartProps) {
  const { title, paidFrom, days, past, startMs, marks, scenario } = props;
  const second = paidFrom === 'reserve' ? 'reserveMicro' : 'heldMicro';
  const drawn = useMemo(() => {
    // The picture alone is drawn from numbers; the table beside it has every place.
    const toUnits = (micro: bigint): number => Number(micro) / MICRO_PER_UNIT;
    return {
      timesMs: [...past.map(({ atMs }) => atMs), ...days.map(({ day }) => startMs + day * DAY_MS)],
      series: [
        {
          name: t(paidFrom === 'reserve' ? 'lab.reserve' : 'lab.held'),
          values: [
            ...past.map(({ reserveMicro }) => toUnits(reserveMicro)),
            ...days.map((one) => toUnits(one[second])),
          ],
        },
        {
          name: t('lab.owed'),
          values: [...past, ...days].map(({ owedMicro }) => toUnits(owedMicro)),
          isDashed: true,
        },
      ],
    };
  }, [past, days, startMs, paidFrom, second]);
  const describe = (index: number): string => {
    const at = drawn.timesMs[index];
    const one = index < past.length ? past[index] : days[index - past.length];
    if (at === undefined || one === undefined) return '';
    return t(paidFrom === 'reserve' ? 'lab.point.reserve' : 'lab.point.deposits', {
      date: formatDate(at),
      owed: formatMoney(one.owedMicro, CURRENCY, 0),
      other: formatMoney('heldMicro' in one ? one[second] : one.reserveMicro, CURRENCY, 0),
    });
  };
  const saveCsv = (): void => {
    computeCsv(scenario, paidFrom).then(
      (csv) => saveText(`glasspool-forecast-${paidFrom}.csv`, csv, 'text/csv'),
      () => notify.error(t('lab.csvFailed')),
    );
  };
  return (
    <>
      <Part fallback={<Skeleton className="h-[270px]" />}>
        <LineChart title={title} {...drawn} describe={describe} marks={marks} />
      </Part>
      <Disclosure title={<span className="text-sm">{t('lab.table')}</span>} isDrawnWhenOpen>
        <DayTable {...props} second={second} />
      </Disclosure>
      <Button look="quiet" onClick={saveCsv}>
        {t('lab.csv')}
      </Button>
    </>
  );
}

function DayTable({
  title,
  days,
  startMs,
  paidFrom,
  scenario,
  second,
}: ForecastChartProps & { second: 'reserveMicro' | 'heldMicro' }) {
  const every = Math.ceil(days.length / ROWS_MAX);
  const rows = days.filter((_, index) => index % every === 0 || index === days.length - 1);
  return (
    <table className="num w-full text-left text-sm">
      <caption className="sr-only">{title}</caption>
      <thead className="text-[13px] text-text-3">
        <tr>
          <th className="py-2 font-medium">{t('lab.column.day')}</th>
          <th className="py-2 text-right font-medium max-sm:hidden">{t('lab.column.people')}</th>
          <th className="py-2 text-right font-medium">{t('lab.owed')}</th>
          <th className="py-2 text-right font-medium">
            {t(paidFrom === 'reserve' ? 'lab.reserve' : 'lab.held')}
          </th>
          <th className="py-2 text-right font-medium">{t('lab.column.rate')}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((one) => (
          <tr key={one.day}>
            <td className="py-1.5">{formatDate(startMs + one.day * DAY_MS)}</td>
            <td className="py-1.5 text-right max-sm:hidden">{formatCount(BigInt(one.people))}</td>
            <td className="py-1.5 text-right">{formatMoney(one.owedMicro, CURRENCY, 2)}</td>
            <td className="py-1.5 text-right">{formatMoney(one[second], CURRENCY, 2)}</td>
            <td className="py-1.5 text-right">
              {formatEffectiveRate(scenario.terms.targetRatePpm, one.sharePpb)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
