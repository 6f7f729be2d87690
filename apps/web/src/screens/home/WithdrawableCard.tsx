import type { Currency } from '@glasspool/core';
import type { WalletView } from '../../api/trpc.ts';
import { Amount } from '../../components/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { BalanceRow } from './BalanceRow.tsx';

interface WithdrawableCardProps {
  readonly wallets: readonly WalletView[];
  readonly onWithdraw: (currency: Currency) => void;
}

/** What may be withdrawn now, with what is on its way out. */
export function WithdrawableCard({ wallets, onWithdraw }: WithdrawableCardProps) {
  return (
    <Card title="Withdrawable Balances">
      <div className="mb-4 divide-y divide-line">
        {wallets.map((one) => (
          <BalanceRow
            key={one.currency}
            currency={one.currency}
            micro={one.withdrawable}
            label={`withdrawable-${one.currency}`}
          >
            {one.withdrawing > 0n && (
              <p className="text-sm text-text-2">
                On its way: <Amount micro={one.withdrawing} currency={one.currency} />
              </p>
            )}
          </BalanceRow>
        ))}
      </div>
      <div className="grid gap-2">
        {wallets.map((one) => (
          <Button
            key={one.currency}
            look="secondary"
            disabled={one.withdrawable === 0n}
            onClick={() => onWithdraw(one.currency)}
          >
            Withdraw {one.currency}
          </Button>
        ))}
      </div>
    </Card>
  );
}
