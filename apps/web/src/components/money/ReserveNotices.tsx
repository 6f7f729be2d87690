import { reserveLevel } from '@glasspool/core';
import { type PoolFigures, trpc } from '../../api/trpc.ts';
import { t } from '../../i18n/language.ts';
import { Notice } from '../../ui/Notice.tsx';
import { formatPercent, formatTenths } from './rates.ts';
import { describeLastRun, findShortestReserve } from './reserves.ts';

/** Warns of every currency whose reward reserve is low or empty. Shows nothing while all of them last. */
export function ReserveNotices() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return figures.data?.currencies.map((one) => <ReserveNotice key={one.currency} figures={one} />);
}

function ReserveNotice({ figures }: { figures: PoolFigures['currencies'][number] }) {
  const { currency } = figures;
  const reserve = findShortestReserve(figures);
  if (reserve === undefined) return null;
  const { runwayTenthDays, targetRatePpm } = reserve;
  const level = reserveLevel(runwayTenthDays);
  if (level === 'ok') return null;
  return (
    <Notice look={level === 'empty' ? 'negative' : 'warning'}>
      <strong className="block font-semibold">
        {t(`reserve.${level}`, { currency, days: formatTenths(runwayTenthDays ?? 0) })}
      </strong>
      <span>{`${t('reserve.target', { target: formatPercent(targetRatePpm) })} ${describeLastRun(reserve)}. ${t('reserve.principal')}`}</span>
    </Notice>
  );
}
