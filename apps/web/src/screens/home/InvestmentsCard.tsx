import type { Currency } from '@glasspool/core';
import { type InvestmentView, type PoolFigures, trpc, type WalletView } from '../../api/trpc.ts';
import { Countdown } from '../../components/frame/Countdown.tsx';
import { formatPercent } from '../../components/money/rates.ts';
import { describeLastRun, findReserve, isShort } from '../../components/money/reserves.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { BalanceRow } from './BalanceRow.tsx';

interface InvestmentsCardProps {
  readonly wallets: readonly WalletView[];
  readonly onPrefetch: () => void;
  readonly onView: () => void;
}

/** Invested amounts, and the next reward of each currency. */
export function InvestmentsCard({ wallets, onPrefetch, onView }: InvestmentsCardProps) {
  const investments = trpc.investments.listInvestments.useQuery();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return (
    <Card title={t('investments.title')}>
      <div className="mb-4 divide-y divide-line">
        {wallets.map((one) => {
          const own = (investments.data?.investments ?? []).filter(
            ({ currency, nextPayout }) => currency === one.currency && nextPayout !== null,
          );
          const payouts = own.flatMap(({ nextPayout }) => nextPayout ?? []);
          const soonest = Math.min(...payouts);
          return (
            <BalanceRow
              key={one.currency}
              currency={one.currency}
              micro={one.invested}
              label={`invested-${one.currency}`}
            >
              {payouts.length > 0 && figures.data !== undefined && (
                <p className="text-[13px]/[18px] text-text-2" title={formatDateTime(soonest)}>
                  <span>{t('investments.nextPayout')}</span>{' '}
                  <Countdown until={soonest} serverNow={figures.data.now} asOf={figures.dataUpdatedAt} />
                </p>
              )}
              <LastRates figures={figures.data} currency={one.currency} investments={own} />
            </BalanceRow>
          );
        })}
      </div>
      <Button
        look="secondary"
        className="w-full"
        onClick={onView}
        onPointerEnter={onPrefetch}
        onFocus={onPrefetch}
      >
        {t('investments.view')}
      </Button>
    </Card>
  );
}

interface LastRatesProps {
  readonly figures: PoolFigures | undefined;
  readonly currency: Currency;
  readonly investments: readonly InvestmentView[];
}

/** Target rate of the user's investments, and the rate that was really paid last, by version of the terms. */
function LastRates({ figures, currency, investments }: LastRatesProps) {
  const own = figures?.currencies.find((one) => one.currency === currency);
  if (own === undefined) return null;
  const versions = [...new Set(investments.map(({ termsVersion }) => termsVersion))];
  return versions.map((version) => {
    const reserve = findReserve(own, version);
    if (reserve === undefined) return null;
    return (
      <p
        key={version}
        className={classNames('text-[13px]/[18px]', isShort(reserve) ? 'text-negative' : 'text-text-2')}
      >
        <span className="block">
          {t('investments.target', { rate: formatPercent(reserve.targetRatePpm) })}
        </span>
        <span className="block">{describeLastRun(reserve)}</span>
      </p>
    );
  });
}
