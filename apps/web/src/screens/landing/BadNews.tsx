import { reserveLevel } from '@glasspool/core';
import { formatDecimal, toDecimal, toMicro } from '../../components/money/decimal.ts';
import { formatPercent, formatPercentOfPpb, formatTenths } from '../../components/money/rates.ts';
import { hoursSince, PROOF_HOURS_MAX } from '../../components/proof/proof-age.ts';
import { formatDate, formatList } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { CurrencyOverview, Overview } from './overview.ts';

/** Bad news, above all good news: a shortfall, stopped payouts, a reserve that is low or empty, a late proof. */
export function BadNews({ overview }: { overview: Overview | undefined }) {
  if (overview === undefined) return null;
  const { snapshot, now } = overview;
  const hours = snapshot === null ? 0 : hoursSince(snapshot.cutOffAt, now);
  return (
    <div className="space-y-3 empty:hidden">
      {overview.announcement !== '' && (
        <aside
          aria-label={t('frame.announcement')}
          className="rounded-control bg-primary-soft px-4 py-3 text-sm"
        >
          {overview.announcement}
        </aside>
      )}
      {overview.currencies.map((one) => (
        <Shortfall key={one.currency} figures={one} />
      ))}
      {overview.payoutsStoppedOn.length > 0 && (
        <Notice look="negative">
          {t('landing.bad.stopped', { networks: formatList(overview.payoutsStoppedOn) })}
        </Notice>
      )}
      {overview.currencies.map((one) => (
        <ReserveNews key={one.currency} figures={one} />
      ))}
      {hours > PROOF_HOURS_MAX && (
        <Notice look="warning">{t('landing.bad.noProof', { hours: Math.floor(hours) })}</Notice>
      )}
    </div>
  );
}

function Shortfall({ figures: { currency, held, owedToUsers } }: { figures: CurrencyOverview }) {
  const missing = toMicro(owedToUsers) - toMicro(held);
  if (missing <= 0n) return null;
  return (
    <Notice look="negative">
      {t('landing.bad.short', { currency, amount: formatDecimal(toDecimal(missing)) })}
    </Notice>
  );
}

function ReserveNews({ figures: { currency, shortestReserve } }: { figures: CurrencyOverview }) {
  if (shortestReserve === null) return null;
  const { runwayTenthDays, targetRatePpm, lastRun } = shortestReserve;
  const level = reserveLevel(runwayTenthDays);
  if (level === 'ok') return null;
  return (
    <Notice look={level === 'empty' ? 'negative' : 'warning'}>
      <strong className="block font-semibold">
        {t(`reserve.${level}`, { currency, days: formatTenths(runwayTenthDays) })}
      </strong>
      <span>{`${t('reserve.target', { target: formatPercent(targetRatePpm) })} ${
        lastRun === null
          ? t('rate.neverPaid')
          : t('rate.lastPaid', {
              rate: formatPercentOfPpb(lastRun.effectiveRatePpb),
              date: formatDate(lastRun.runAt),
            })
      }. ${t('reserve.principal')}`}</span>
    </Notice>
  );
}
