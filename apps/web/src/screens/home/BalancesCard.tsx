import type { Currency } from '@glasspool/core';
import type { WalletView } from '../../api/trpc.ts';
import { Amount } from '../../components/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { BalanceRow } from './BalanceRow.tsx';

interface BalancesCardProps {
  readonly wallets: readonly WalletView[];
  readonly onDeposit: () => void;
  readonly onInvest: (currency: Currency) => void;
}

/** What is deposited and not invested, with what is still confirming. */
export function BalancesCard({ wallets, onDeposit, onInvest }: BalancesCardProps) {
  const empty = wallets.filter((wallet) => wallet.wallet === 0n);
  return (
    <Card title="My Balances" className="md:col-span-2">
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
                Confirming: <Amount micro={one.confirming} currency={one.currency} sign="+" />
              </p>
            )}
          </BalanceRow>
        ))}
      </div>
      <div className="grid gap-2 sm:grid-cols-3">
        <Button onClick={onDeposit}>Deposit</Button>
        {wallets.map((one) => (
          <Button
            key={one.currency}
            look="secondary"
            disabled={one.wallet === 0n}
            onClick={() => onInvest(one.currency)}
          >
            Invest {one.currency}
          </Button>
        ))}
      </div>
      {empty.length > 0 && (
        <p className="mt-3 text-[13px] text-text-2">
          {empty.map((one) => `You have no ${one.currency} to invest.`).join(' ')}
        </p>
      )}
    </Card>
  );
}
