import { DAY_MS, effectiveRatePpb } from '@glasspool/core';
import type { Scenario } from '@glasspool/lab/forecast';
import { useMemo } from 'react';
import { type PositionView, trpc } from '../../api/trpc.ts';
import { formatPercent, formatPercentOfPpb } from '../../components/money/rates.ts';
import { t } from '../../i18n/language.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Segments } from '../../ui/Segments.tsx';
import type { DrawnForecast } from './drawn-forecast.ts';
import { ForecastChart, type PastDay } from './ForecastChart.tsx';
import { JoinDayTable } from './JoinDayTable.tsx';
import { CURRENCY } from './scenario.ts';
import { SPANS, type Span, type Start } from './settings.ts';
import { Verdict } from './Verdict.tsx';

const SNAPSHOTS_MAX = 100;
const RATE_PLACES = 2;
const NO_PAST: readonly PastDay[] = [];

interface ReserveForecastProps {
  readonly start: Start;
  readonly span: Span;
  readonly scenario: Scenario;
  readonly startMs: number;
  readonly drawn: DrawnForecast;
  readonly onSpan: (span: Span) => void;
}

/** The pool as it is: rewards out of the reserve, and less once that is used up. */
export function ReserveForecast({ start, span, scenario, startMs, drawn, onSpan }: ReserveForecastProps) {
  const history = trpc.transparency.listPositions.useQuery({ limit: SNAPSHOTS_MAX });
  const rows = history.data?.data;
  const past = useMemo(
    () => (start === 'books' ? readPast(rows ?? [], startMs) : NO_PAST),
    [start, rows, startMs],
  );
  const { shortOn } = drawn;
  const marks = useMemo(
    () => [
      { atMs: startMs, name: t('lab.today') },
      ...(shortOn === undefined ? [] : [{ atMs: startMs + shortOn.day * DAY_MS, name: t('lab.usedUp') }]),
    ],
    [startMs, shortOn],
  );
  const title = t('lab.chart.reserve');
  return (
    <>
      <Verdict drawn={drawn} startMs={startMs} />
      <section aria-label={title} className="rounded-card border border-line bg-surface p-5 lg:p-6">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">{title}</h2>
          <Segments
            label={t('lab.span')}
            value={String(span)}
            choices={SPANS.map((days) => ({ value: String(days), label: t(`lab.span.${days}`) }))}
            onChange={(value) => onSpan(SPANS.find((days) => String(days) === value) ?? span)}
          />
        </div>
        <p className="mb-3 min-h-6 text-text-2">{describeRates(drawn, scenario.terms.targetRatePpm)}</p>
        <ForecastChart {...{ title, past, startMs, marks, scenario }} paidFrom="reserve" days={drawn.days} />
        <Disclosure title={<span className="text-sm">{t('lab.byJoinDay')}</span>} isDrawnWhenOpen>
          <JoinDayTable title={t('lab.byJoinDay.reserve')} spans={drawn.byJoinDay} startMs={startMs} />
        </Disclosure>
      </section>
    </>
  );
}

/** Describes the rate of the days after the reserve is used up. */
function describeRates({ shortOn, afterShort }: DrawnForecast, targetRatePpm: number): string {
  if (shortOn === undefined) return t('lab.lasts');
  if (afterShort === undefined) return t('lab.endsShort');
  return t('lab.becomes', {
    target: formatPercent(targetRatePpm),
    rate: formatPercentOfPpb(effectiveRatePpb(targetRatePpm, afterShort.sharePpb), RATE_PLACES),
    days: afterShort.days,
  });
}

/** Past of the pool by the anchored manifests of its snapshots, oldest first. */
function readPast(rows: readonly PositionView[], startMs: number): PastDay[] {
  return rows
    .flatMap(({ cutOffAt, currencies }) => {
      const one = currencies.find(({ currency }) => currency === CURRENCY);
      if (one === undefined || cutOffAt >= startMs) return [];
      return [{ atMs: cutOffAt, owedMicro: one.owedToUsers, reserveMicro: one.rewardReserve }];
    })
    .reverse();
}
