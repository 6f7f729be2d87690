import { type Currency, DAY_MS, USER_CURRENCIES } from '@glasspool/core';
import { useState } from 'react';
import { type DailyFiguresView, trpc } from '../../api/trpc.ts';
import { DataTable } from '../../components/frame/DataTable.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { Part } from '../../components/frame/Part.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { ADMIN_PLACES, formatMoney } from '../../components/money/amounts.ts';
import { formatRunway } from '../../components/money/rates.ts';
import { formatDate } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const LineChart = lazyPage(async () => (await import('../../components/money/LineChart.tsx')).LineChart);

const DAYS = ['30', '90', '365'] as const;
const MICRO = 1_000_000;
const TENTHS = 10;

/** Flows per day, with principal, reserve and runway at its end. The table below shows the same numbers. */
export function Charts() {
  const [currency, setCurrency] = useState<Currency>('USDT');
  const [days, setDays] = useState<(typeof DAYS)[number]>('30');
  const figures = trpc.transactions.listDailyFigures.useQuery({ days: Number(days) });
  const rows = figures.data?.filter((row) => row.currency === currency);
  return (
    <Card title={t('admin.charts.title')}>
      <div className="mb-4 grid grid-cols-2 gap-3 sm:max-w-[420px]">
        <Select
          label={t('admin.currency')}
          value={currency}
          choices={USER_CURRENCIES.map((value) => ({ value, label: value }))}
          onChange={setCurrency}
        />
        <Select
          label={t('admin.charts.span')}
          value={days}
          choices={DAYS.map((value) => ({ value, label: t('admin.charts.days', { days: value }) }))}
          onChange={setDays}
        />
      </div>
      {figures.isError && rows === undefined && (
        <LoadError textId="admin.charts.failed" onRetry={() => void figures.refetch()} />
      )}
      {figures.isPending && <Skeleton className="h-[500px]" />}
      {rows !== undefined && (
        <>
          <Part fallback={<Skeleton className="h-[500px]" />}>
            <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
              <Chart rows={rows} lines={['deposited', 'withdrawn']} />
              <Chart rows={rows} lines={['principal']} />
              <Chart rows={rows} lines={['reserve']} />
              <Chart rows={rows} lines={['runway']} />
            </div>
          </Part>
          <Disclosure title={t('admin.charts.table')}>
            <FiguresTable rows={rows} />
          </Disclosure>
        </>
      )}
    </Card>
  );
}

type Line = 'deposited' | 'withdrawn' | 'principal' | 'reserve' | 'runway';

function Chart({ rows, lines }: { rows: readonly DailyFiguresView[]; lines: readonly Line[] }) {
  const title = lines.map((line) => t(`admin.charts.${line}`)).join(', ');
  return (
    <LineChart
      title={title}
      timesMs={rows.map((row) => row.day * DAY_MS)}
      series={lines.map((line) => ({
        name:
          line === 'runway'
            ? t('admin.charts.runwayInDays')
            : `${t(`admin.charts.${line}`)}, ${rows[0]?.currency ?? ''}`,
        values: rows.map((row) => plotted(row, line)),
        isDashed: line === 'withdrawn',
      }))}
      describe={(index) => describeDay(rows[index], lines)}
    />
  );
}

/** Values of a day in words, as the table has them. */
function describeDay(row: DailyFiguresView | undefined, lines: readonly Line[]): string {
  if (row === undefined) return '';
  const values = lines.map((line) =>
    line === 'runway'
      ? formatRunway(row.runwayTenthDays)
      : `${t(`admin.charts.${line}`)} ${formatMoney(row[line], row.currency, ADMIN_PLACES)}`,
  );
  return `${formatDate(row.day * DAY_MS)}: ${values.join(', ')}`;
}

/** For drawing only: a number of the screen, never an amount that is counted with. */
function plotted(row: DailyFiguresView, line: Line): number | null {
  if (line === 'runway') return row.runwayTenthDays === null ? null : row.runwayTenthDays / TENTHS;
  return Number(row[line]) / MICRO;
}

function FiguresTable({ rows }: { rows: readonly DailyFiguresView[] }) {
  const money = (micro: bigint, { currency }: DailyFiguresView) => (
    <Amount micro={micro} currency={currency} places={ADMIN_PLACES} />
  );
  return (
    <div className="max-h-[420px] overflow-y-auto" tabIndex={-1}>
      <DataTable
        caption={t('admin.charts.title')}
        rows={[...rows].reverse()}
        toKey={(row) => String(row.day)}
        columns={[
          { id: 'day', title: t('admin.charts.day'), cell: (row) => formatDate(row.day * DAY_MS) },
          ...(['deposited', 'withdrawn', 'principal', 'reserve'] as const).map((id) => ({
            id,
            title: t(`admin.charts.${id}`),
            isNumber: true,
            cell: (row: DailyFiguresView) => money(row[id], row),
          })),
          {
            id: 'runway',
            title: t('admin.charts.runway'),
            isNumber: true,
            cell: (row) => formatRunway(row.runwayTenthDays),
          },
        ]}
      />
    </div>
  );
}
