import { DAY_MS } from '@glasspool/core';
import { formatMoney } from '../../components/money/amounts.ts';
import { formatCount } from '../../components/money/rates.ts';
import { formatDate } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import type { DrawnForecast } from './drawn-forecast.ts';
import { CURRENCY } from './scenario.ts';

/** Four sentences on a pool that pays out of a reserve: when it pays less, what it owes and holds then, and who lost something. */
export function Verdict({ drawn, startMs }: { drawn: DrawnForecast; startMs: number }) {
  const { shortOn, outcome } = drawn;
  const last = shortOn ?? drawn.days.at(-1);
  if (last === undefined) return null;
  const facts = [
    {
      id: 'short',
      value: shortOn === undefined ? t('lab.never') : formatDate(startMs + shortOn.day * DAY_MS),
    },
    { id: shortOn === undefined ? 'owedAtEnd' : 'owedThen', value: formatMoney(last.owedMicro, CURRENCY, 0) },
    { id: shortOn === undefined ? 'heldAtEnd' : 'heldThen', value: formatMoney(last.heldMicro, CURRENCY, 0) },
    {
      id: 'lost',
      value: t('lab.peopleOf', { some: formatCount(outcome.losers), all: formatCount(outcome.people) }),
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {facts.map(({ id, value }) => (
        <div key={id} className="rounded-card border border-line bg-surface p-4">
          <dt className="text-[13px]/[18px] text-text-2">{t(`lab.verdict.${id}`)}</dt>
          <dd className="num mt-1 text-lg/7 font-semibold tracking-[-0.02em] break-words lg:text-2xl/8">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
