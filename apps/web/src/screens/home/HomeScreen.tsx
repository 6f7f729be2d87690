import type { Currency } from '@glasspool/core';
import { useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { DepositDialog } from '../../dialogs/deposit.tsx';
import { InvestDialog } from '../../dialogs/invest.tsx';
import { ViewInvestmentsDialog } from '../../dialogs/view-investments.tsx';
import { WithdrawDialog } from '../../dialogs/withdraw.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BalancesCard } from './BalancesCard.tsx';
import { InvestmentsCard } from './InvestmentsCard.tsx';
import { SolvencyStrip } from './SolvencyStrip.tsx';
import { TransactionHistory } from './TransactionHistory.tsx';
import { WithdrawableCard } from './WithdrawableCard.tsx';

type OpenDialog =
  | { readonly kind: 'deposit' | 'investments' }
  | { readonly kind: 'invest' | 'withdraw'; readonly currency: Currency };

/** Balances, what may be withdrawn, what is invested, and the history. */
export function HomeScreen() {
  const [dialog, setDialog] = useState<OpenDialog>();
  const wallets = trpc.wallets.listWallets.useQuery();
  const close = (): void => setDialog(undefined);
  return (
    <div className="space-y-4">
      <PageTitle>Dashboard</PageTitle>
      <SolvencyStrip />
      {wallets.isPending && <Skeleton className="h-96 rounded-card" />}
      {wallets.isError && <LoadError what="your balances" onRetry={() => void wallets.refetch()} />}
      {wallets.data !== undefined && (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_400px]">
          <div className="grid gap-4 md:grid-cols-2">
            <BalancesCard
              wallets={wallets.data}
              onDeposit={() => setDialog({ kind: 'deposit' })}
              onInvest={(currency) => setDialog({ kind: 'invest', currency })}
            />
            <WithdrawableCard
              wallets={wallets.data}
              onWithdraw={(currency) => setDialog({ kind: 'withdraw', currency })}
            />
            <InvestmentsCard wallets={wallets.data} onView={() => setDialog({ kind: 'investments' })} />
          </div>
          <TransactionHistory />
        </div>
      )}
      {wallets.data !== undefined && dialog?.kind === 'deposit' && (
        <DepositDialog wallets={wallets.data} onClose={close} />
      )}
      {wallets.data !== undefined && dialog?.kind === 'invest' && (
        <InvestDialog wallets={wallets.data} currency={dialog.currency} onClose={close} />
      )}
      {wallets.data !== undefined && dialog?.kind === 'withdraw' && (
        <WithdrawDialog wallets={wallets.data} currency={dialog.currency} onClose={close} />
      )}
      {dialog?.kind === 'investments' && <ViewInvestmentsDialog onClose={close} />}
    </div>
  );
}
