import { applyShare, type Currency, reserveLevel } from '@glasspool/core';
import type { ReactNode } from 'react';
import { type InvestmentView, type PoolFigures, trpc } from '../../api/trpc.ts';
import { Countdown } from '../../components/frame/Countdown.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { formatPercent, formatPercentOfPpb } from '../../components/money/rates.ts';
import { findReserve } from '../../components/money/reserves.ts';
import { formatDate } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Rewards so far, of a day at the rate that was paid last, and when the next one falls due and the next principal unlocks. */
export function Earnings({ currency }: { currency: Currency }) {
  const investments = trpc.investments.listInvestments.useQuery();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const own = investments.data?.investments.filter((one) => one.currency === currency) ?? [];
  const active = own.filter(({ status }) => status === 'active');
  const payouts = active.flatMap(({ nextPayout }) => nextPayout ?? []);
  const unlock = [...active].sort((a, b) => a.unlocksAt - b.unlocksAt)[0];
  return (
    <Card title={t('earnings.title')}>
      {investments.isPending && <Skeleton className="h-[232px]" />}
      {investments.isError && investments.data === undefined && (
        <LoadError textId="earnings.failed" onRetry={() => void investments.refetch()} />
      )}
      {investments.data !== undefined && (
        <dl className="space-y-3.5">
          <Stat name={t('earnings.soFar')}>
            <span className="text-positive">
              <Amount
                micro={own.reduce((sum, { rewardsPaid }) => sum + rewardsPaid, 0n)}
                currency={currency}
                sign="+"
              />
            </span>
          </Stat>
          {figures.data !== undefined && active.length > 0 && (
            <DailyReward figures={figures.data} currency={currency} active={active} />
          )}
          <Stat name={t('earnings.nextPayout')}>
            {payouts.length > 0 && figures.data !== undefined ? (
              <Countdown
                until={Math.min(...payouts)}
                serverNow={figures.data.now}
                asOf={figures.dataUpdatedAt}
              />
            ) : (
              t('earnings.none')
            )}
          </Stat>
          <Stat name={t('earnings.nextUnlock')}>
            {unlock === undefined ? (
              t('earnings.none')
            ) : (
              <>
                <Amount micro={unlock.investedAmount} currency={currency} />{' '}
                <span className="block text-sm font-normal text-text-2">{formatDate(unlock.unlocksAt)}</span>
              </>
            )}
          </Stat>
        </dl>
      )}
    </Card>
  );
}

function Stat({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[13px]/[18px] text-text-2">{name}</dt>
      <dd className="text-lg/7 font-semibold tracking-[-0.01em] break-words">{children}</dd>
    </div>
  );
}

interface DailyRewardProps {
  readonly figures: PoolFigures;
  readonly currency: Currency;
  readonly active: readonly InvestmentView[];
}

/** Reward of a day at the rate that was paid last, with the target beside it. */
function DailyReward({ figures, currency, active }: DailyRewardProps) {
  const pool = figures.currencies.find((one) => one.currency === currency);
  if (pool === undefined) return null;
  const shares = active.flatMap(({ termsVersion, investedAmount }) => {
    const reserve = findReserve(pool, termsVersion);
    return reserve === undefined || reserve.lastRun === null
      ? []
      : [{ reserve, investedAmount, ...reserve.lastRun }];
  });
  const [first] = shares;
  if (first === undefined) return <Stat name={t('earnings.perDay')}>{t('rate.neverPaid')}</Stat>;
  const amount = shares.reduce(
    (sum, { investedAmount, effectiveRatePpb }) => sum + applyShare(investedAmount, effectiveRatePpb),
    0n,
  );
  const { reserve, effectiveRatePpb } = first;
  const isShort = reserveLevel(reserve.runwayTenthDays) !== 'ok';
  return (
    <Stat
      name={
        shares.every((one) => one.reserve === reserve)
          ? t('earnings.perDayAt', {
              rate: formatPercentOfPpb(effectiveRatePpb),
              target: formatPercent(reserve.targetRatePpm),
            })
          : t('earnings.perDay')
      }
    >
      <span className={classNames(isShort && 'text-negative')}>
        <Amount micro={amount} currency={currency} />
      </span>
    </Stat>
  );
}
