import type { Currency } from '@glasspool/core';
import type { WalletView } from '../../api/trpc.ts';
import { formatMoney } from '../../components/money/amounts.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { BalanceRow } from './BalanceRow.tsx';

interface BalancesCardProps {
  readonly wallets: readonly WalletView[];
  /** A button is about to be pressed. */
  readonly onPrefetch: () => void;
  readonly onDeposit: () => void;
  readonly onInvest: (currency: Currency) => void;
  readonly onRelease: (currency: Currency) => void;
}

/** Deposits that are not invested, and those still confirming. */
export function BalancesCard({ wallets, onPrefetch, onDeposit, onInvest, onRelease }: BalancesCardProps) {
  const empty = wallets.filter((wallet) => wallet.wallet === 0n);
  return (
    <Card title={t('balances.title')} className="md:col-span-2">
      <div className="mb-4 divide-y divide-line">
        {wallets.map((one) => (
          <BalanceRow
            key={one.currency}
            currency={one.currency}
            micro={one.wallet}
            label={`wallet-${one.currency}`}
          >
            {one.confirming > 0n && (
              <p className="text-sm font-medium text-warning">
                {t('balances.confirming', { amount: formatMoney(one.confirming, one.currency) })}
              </p>
            )}
            {one.receivable > 0n && (
              <p className="text-sm font-medium text-negative">
                {t('balances.receivable', { amount: formatMoney(one.receivable, one.currency) })}
              </p>
            )}
            {one.wallet > 0n && (
              <Button
                look="quiet"
                className="-mr-5 min-h-6 text-sm underline"
                onClick={() => onRelease(one.currency)}
              >
                {t('balances.release', { currency: one.currency })}
              </Button>
            )}
          </BalanceRow>
        ))}
      </div>
      {/* Nothing here reacts: hovering or focusing a button only loads its dialog. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are what is used. */}
      <div className="grid gap-2 sm:grid-cols-3" onPointerEnter={onPrefetch} onFocus={onPrefetch}>
        <Button onClick={onDeposit}>{t('balances.deposit')}</Button>
        {wallets.map((one) => (
          <Button
            key={one.currency}
            look="secondary"
            disabled={one.wallet === 0n}
            aria-describedby={one.wallet === 0n ? `no-${one.currency}` : undefined}
            onClick={() => onInvest(one.currency)}
          >
            {t('balances.invest', { currency: one.currency })}
          </Button>
        ))}
      </div>
      <p className="mt-3 min-h-[18px] text-[13px]/[18px] text-text-2">
        {empty.map((one) => (
          <span key={one.currency} id={`no-${one.currency}`}>
            {t('balances.nothing', { currency: one.currency })}{' '}
          </span>
        ))}
      </p>
    </Card>
  );
}
