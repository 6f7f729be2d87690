import { DAY_MS } from '@glasspool/core';
import type { Scenario } from '@glasspool/lab/forecast';
import { useMemo } from 'react';
import { formatMoney } from '../../components/money/amounts.ts';
import { formatCount } from '../../components/money/rates.ts';
import { formatDate } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import type { DrawnForecast } from './drawn-forecast.ts';
import { ForecastChart, type PastDay } from './ForecastChart.tsx';
import { JoinDayTable } from './JoinDayTable.tsx';
import { CURRENCY } from './scenario.ts';

const NO_PAST: readonly PastDay[] = [];

interface DepositsForecastProps {
  readonly scenario: Scenario;
  readonly startMs: number;
  readonly drawn: DrawnForecast;
}

/** The same people in a pool that pays rewards out of deposits. */
export function DepositsForecast({ scenario, startMs, drawn }: DepositsForecastProps) {
  const { collapsedOn, outcome } = drawn;
  const title = t('lab.chart.deposits');
  const marks = useMemo(
    () =>
      collapsedOn === undefined ? [] : [{ atMs: startMs + collapsedOn * DAY_MS, name: t('lab.collapse') }],
    [startMs, collapsedOn],
  );
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface p-5 lg:p-6">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="mt-1 mb-3 max-w-[70ch] text-text-2">{t('lab.ponzi')}</p>
      <p className={collapsedOn === undefined ? 'font-semibold' : 'font-semibold text-negative'}>
        {collapsedOn === undefined
          ? t('lab.survives', {
              missing: formatMoney(findMissing(drawn), CURRENCY, 0),
              owed: formatMoney(outcome.owedMicro, CURRENCY, 0),
            })
          : t('lab.collapses', { date: formatDate(startMs + collapsedOn * DAY_MS) })}
      </p>
      {collapsedOn !== undefined && (
        <p className="mb-3 text-text-2">
          {t('lab.losers', {
            losers: formatCount(outcome.losers),
            people: formatCount(outcome.people),
            lost: formatMoney(outcome.lostMicro, CURRENCY, 0),
            winners: formatCount(outcome.winners),
            gained: formatMoney(outcome.gainedMicro, CURRENCY, 0),
            held: formatMoney(outcome.heldMicro, CURRENCY, 0),
            owed: formatMoney(outcome.owedMicro, CURRENCY, 0),
          })}
        </p>
      )}
      <ForecastChart
        {...{ title, startMs, marks, scenario }}
        past={NO_PAST}
        paidFrom="deposits"
        days={drawn.days}
      />
      <JoinDayTable title={t('lab.byJoinDay.deposits')} spans={drawn.byJoinDay} startMs={startMs} />
    </section>
  );
}

/** Promised and not there. */
function findMissing({ outcome }: DrawnForecast): bigint {
  const missingMicro = outcome.owedMicro - outcome.heldMicro;
  return missingMicro > 0n ? missingMicro : 0n;
}
