import { reserveLevel } from '@glasspool/core';
import type { PoolFigures } from '../../api/trpc.ts';
import { formatDate } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { formatPercentOfPpb } from './rates.ts';

type CurrencyFigures = PoolFigures['currencies'][number];
type ReserveView = CurrencyFigures['reserves'][number];

/** Reserve that runs out first among those that have something to reward; undefined when nothing is invested. */
export function findShortestReserve({ reserves }: CurrencyFigures): ReserveView | undefined {
  return reserves
    .filter(({ runwayTenthDays }) => runwayTenthDays !== null)
    .sort((a, b) => (a.runwayTenthDays ?? 0) - (b.runwayTenthDays ?? 0))[0];
}

/** Reserve of one version of the terms; undefined when it never held or rewarded anything. */
export function findReserve({ reserves }: CurrencyFigures, termsVersion: number): ReserveView | undefined {
  return reserves.find((one) => one.termsVersion === termsVersion);
}

/** Returns true while a reserve cannot pay rewards in full for three more days. */
export function isShort(reserve: ReserveView | undefined): boolean {
  return reserve !== undefined && reserveLevel(reserve.runwayTenthDays) !== 'ok';
}

/** Rate that the newest reward run of a reserve paid, with its day: the effective rate beside a target rate. */
export function describeLastRun(reserve: ReserveView | undefined): string {
  if (reserve === undefined || reserve.lastRun === null) return t('rate.neverPaid');
  const { runAt, effectiveRatePpb } = reserve.lastRun;
  return t('rate.lastPaid', { rate: formatPercentOfPpb(effectiveRatePpb), date: formatDate(runAt) });
}
