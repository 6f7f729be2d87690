import { type Currency, formatAmount } from '@glasspool/core';
import { useMemo, useState } from 'react';
import { type PositionView, trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { Part } from '../../components/frame/Part.tsx';
import { saveText, writeCsv } from '../../components/frame/save-text.ts';
import { Amount } from '../../components/money/Amount.tsx';
import { formatMoney } from '../../components/money/amounts.ts';
import { formatDate, formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The library of the chart is as large as the rest of the page. */
const LineChart = lazyPage(async () => (await import('../../components/money/LineChart.tsx')).LineChart);

const SNAPSHOTS_MAX = 100;
const MICRO_PER_UNIT = 1e6;
const CURRENCIES = [
  { value: 'USDT', label: 'USDT' },
  { value: 'TRX', label: 'TRX' },
] as const;

interface Point {
  readonly number: number;
  readonly at: number;
  readonly held: bigint;
  readonly owed: bigint;
  readonly reserve: bigint;
}

/** Held and owed at each snapshot, from the anchored manifests: a later change of them would be noticed. */
export function PositionHistory() {
  const history = trpc.transparency.listPositions.useQuery({ limit: SNAPSHOTS_MAX });
  const [currency, setCurrency] = useState<Currency>('USDT');
  const rows = history.data?.data;
  const points = useMemo(() => computePoints(rows ?? [], currency), [rows, currency]);
  return (
    <Card title={t('positions.title')}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-text-2">{t('positions.lead')}</p>
        <Segments label={t('held.currency')} value={currency} choices={CURRENCIES} onChange={setCurrency} />
      </div>
      {history.isPending && <Skeleton className="h-[280px]" />}
      {history.isError && rows === undefined && (
        <LoadError textId="positions.failed" onRetry={() => void history.refetch()} />
      )}
      {rows !== undefined && points.length === 0 && <p className="text-text-2">{t('snapshots.empty')}</p>}
      {points.length > 0 && (
        <>
          {/* A single snapshot makes no line: its axis would be years long. */}
          {points.length > 1 && <Chart points={points} currency={currency} />}
          <Disclosure title={<span className="text-sm">{t('rate.table')}</span>} isDrawnWhenOpen>
            <Table points={[...points].reverse()} currency={currency} />
          </Disclosure>
          <Button
            look="quiet"
            onClick={() => saveText(`glasspool-${currency}-history.csv`, toCsv(points), 'text/csv')}
          >
            {t('transparency.csv')}
          </Button>
        </>
      )}
    </Card>
  );
}

function computePoints(rows: readonly PositionView[], currency: Currency): Point[] {
  return rows
    .flatMap(({ number, cutOffAt, currencies }) => {
      const one = currencies.find((figures) => figures.currency === currency);
      if (one === undefined) return [];
      const { held, owedToUsers, rewardReserve } = one;
      return [{ number, at: cutOffAt, held, owed: owedToUsers, reserve: rewardReserve }];
    })
    .reverse();
}

function Chart({ points, currency }: { points: readonly Point[]; currency: Currency }) {
  const drawn = useMemo(() => {
    // The picture alone is drawn from numbers; the table beside it has every place.
    const values = (pick: (point: Point) => bigint): number[] =>
      points.map((point) => Number(pick(point)) / MICRO_PER_UNIT);
    return {
      timesMs: points.map(({ at }) => at),
      series: [
        { name: t('held.held'), values: values(({ held }) => held) },
        { name: t('held.owed'), values: values(({ owed }) => owed), isDashed: true },
      ],
    };
  }, [points]);
  const describe = (index: number): string => {
    const point = points[index];
    if (point === undefined) return '';
    return t('positions.point', {
      number: point.number,
      date: formatDate(point.at),
      held: formatMoney(point.held, currency),
      owed: formatMoney(point.owed, currency),
    });
  };
  return (
    <Part fallback={<Skeleton className="h-[280px]" />}>
      <LineChart title={t('positions.title')} {...drawn} describe={describe} />
    </Part>
  );
}

function Table({ points, currency }: { points: readonly Point[]; currency: Currency }) {
  return (
    <table className="num w-full text-left text-sm">
      <thead className="text-[13px] text-text-3">
        <tr>
          <th className="py-2 font-medium">{t('positions.snapshot')}</th>
          <th className="py-2 text-right font-medium">{t('held.held')}</th>
          <th className="py-2 text-right font-medium">{t('held.owed')}</th>
          <th className="py-2 text-right font-medium max-sm:hidden">{t('held.reserve')}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {points.map(({ number, at, held, owed, reserve }) => (
          <tr key={number}>
            <td className="py-1.5">{t('snapshots.one', { number, time: formatDateTime(at) })}</td>
            <td className="py-1.5 text-right">
              <Amount micro={held} currency={currency} />
            </td>
            <td className="py-1.5 text-right">
              <Amount micro={owed} currency={currency} />
            </td>
            <td className="py-1.5 text-right max-sm:hidden">
              <Amount micro={reserve} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function toCsv(points: readonly Point[]): string {
  return writeCsv(
    ['snapshot', 'time', 'held', 'owed', 'reserve'],
    points.map(({ number, at, held, owed, reserve }) => [
      String(number),
      new Date(at).toISOString(),
      formatAmount(held),
      formatAmount(owed),
      formatAmount(reserve),
    ]),
  );
}
