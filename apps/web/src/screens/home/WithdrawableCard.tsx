import type { Currency } from '@glasspool/core';
import type { WalletView } from '../../api/trpc.ts';
import { formatMoney } from '../../components/money/amounts.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { BalanceRow } from './BalanceRow.tsx';

interface WithdrawableCardProps {
  readonly wallets: readonly WalletView[];
  readonly onPrefetch: () => void;
  readonly onWithdraw: (currency: Currency) => void;
  readonly onReinvest: (currency: Currency) => void;
}

/** Amounts that can be withdrawn or reinvested now, and open withdrawals. */
export function WithdrawableCard({ wallets, onPrefetch, onWithdraw, onReinvest }: WithdrawableCardProps) {
  return (
    <Card title={t('withdrawable.title')}>
      <div className="mb-4 divide-y divide-line">
        {wallets.map((one) => (
          <BalanceRow
            key={one.currency}
            currency={one.currency}
            micro={one.withdrawable}
            label={`withdrawable-${one.currency}`}
          >
            {one.onHold > 0n && (
              <p className="text-sm text-text-2">
                {t('withdrawable.onItsWay', { amount: formatMoney(one.onHold, one.currency) })}
              </p>
            )}
            {one.withdrawable > 0n && (
              <Button
                look="quiet"
                className="-mr-5 min-h-6 text-sm underline"
                onClick={() => onReinvest(one.currency)}
              >
                {t('withdrawable.reinvest', { currency: one.currency })}
              </Button>
            )}
          </BalanceRow>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only loads what the buttons inside will open. */}
      <div className="grid gap-2" onPointerEnter={onPrefetch} onFocus={onPrefetch}>
        {wallets.map((one) => (
          <Button
            key={one.currency}
            look="secondary"
            disabled={one.withdrawable === 0n}
            onClick={() => onWithdraw(one.currency)}
          >
            {t('withdrawable.withdraw', { currency: one.currency })}
          </Button>
        ))}
      </div>
    </Card>
  );
}
