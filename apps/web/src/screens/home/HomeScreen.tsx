import type { Currency } from '@glasspool/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { ReserveNotices } from '../../components/ReserveNotices.tsx';
import { t } from '../../i18n/language.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BalancesCard } from './BalancesCard.tsx';
import { ChainNotices } from './ChainNotices.tsx';
import { InvestmentsCard } from './InvestmentsCard.tsx';
import { Overview } from './Overview.tsx';
import { TransactionHistory } from './TransactionHistory.tsx';
import { WithdrawableCard } from './WithdrawableCard.tsx';

/** When the page has long been drawn. */
const PREFETCH_MS = 2000;
const importDeposit = () => import('../../dialogs/deposit.tsx');
const importInvest = () => import('../../dialogs/invest.tsx');
const importRelease = () => import('../../dialogs/release-wallet.tsx');
const importWithdraw = () => import('../../dialogs/withdraw.tsx');
const importInvestments = () => import('../../dialogs/view-investments.tsx');

const DepositDialog = lazy(async () => ({ default: (await importDeposit()).DepositDialog }));
const InvestDialog = lazy(async () => ({ default: (await importInvest()).InvestDialog }));
const ReleaseWalletDialog = lazy(async () => ({ default: (await importRelease()).ReleaseWalletDialog }));
const WithdrawDialog = lazy(async () => ({ default: (await importWithdraw()).WithdrawDialog }));
const ViewInvestmentsDialog = lazy(async () => ({
  default: (await importInvestments()).ViewInvestmentsDialog,
}));

/** Reads dialogs in ahead of time. One that cannot be read now is read again, and reported, when it is opened. */
function prefetch(...imports: readonly (() => Promise<unknown>)[]): void {
  for (const importDialog of imports) void importDialog().catch(() => undefined);
}

type OpenDialog =
  | { readonly kind: 'deposit' | 'investments' }
  | { readonly kind: 'invest' | 'reinvest' | 'release' | 'withdraw'; readonly currency: Currency };

/** Balances, what may be withdrawn, what is invested, and the history. */
export function HomeScreen() {
  const [dialog, setDialog] = useState<OpenDialog>();
  const wallets = trpc.wallets.listWallets.useQuery();
  // Read in before it is asked for, so that even a slow phone shows it at once.
  useEffect(() => {
    const timer = setTimeout(() => prefetch(importDeposit), PREFETCH_MS);
    return () => clearTimeout(timer);
  }, []);
  const close = (): void => setDialog(undefined);
  const data = wallets.data ?? [];
  return (
    <div className="space-y-4">
      <PageTitle>{t('home.title')}</PageTitle>
      <p className="text-text-2">{t('home.banner')}</p>
      <ChainNotices />
      <ReserveNotices />
      {wallets.isError && wallets.data === undefined && (
        <LoadError textId="home.failed" onRetry={() => void wallets.refetch()} />
      )}
      {wallets.isPending && <Skeleton className="h-[1180px] rounded-card sm:h-[860px] lg:h-[620px]" />}
      {wallets.data !== undefined && (
        <Overview wallets={wallets.data} onDeposit={() => setDialog({ kind: 'deposit' })} />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_400px]">
        {wallets.isPending && <CardSkeletons />}
        {wallets.data !== undefined && (
          <div className="grid items-start gap-4 md:grid-cols-2">
            <BalancesCard
              wallets={wallets.data}
              onPrefetch={() => prefetch(importDeposit, importInvest)}
              onDeposit={() => setDialog({ kind: 'deposit' })}
              onInvest={(currency) => setDialog({ kind: 'invest', currency })}
              onRelease={(currency) => setDialog({ kind: 'release', currency })}
            />
            <WithdrawableCard
              wallets={wallets.data}
              onPrefetch={() => prefetch(importWithdraw)}
              onWithdraw={(currency) => setDialog({ kind: 'withdraw', currency })}
              onReinvest={(currency) => setDialog({ kind: 'reinvest', currency })}
            />
            <InvestmentsCard
              wallets={wallets.data}
              onPrefetch={() => prefetch(importInvestments)}
              onView={() => setDialog({ kind: 'investments' })}
            />
          </div>
        )}
        <TransactionHistory />
      </div>
      <Suspense>
        {dialog?.kind === 'deposit' && <DepositDialog wallets={data} onClose={close} />}
        {dialog?.kind === 'invest' && (
          <InvestDialog wallets={data} currency={dialog.currency} onClose={close} />
        )}
        {dialog?.kind === 'reinvest' && (
          <InvestDialog wallets={data} currency={dialog.currency} source="withdrawable" onClose={close} />
        )}
        {dialog?.kind === 'release' && (
          <ReleaseWalletDialog wallets={data} currency={dialog.currency} onClose={close} />
        )}
        {dialog?.kind === 'withdraw' && (
          <WithdrawDialog wallets={data} currency={dialog.currency} onClose={close} />
        )}
        {dialog?.kind === 'investments' && <ViewInvestmentsDialog onClose={close} />}
      </Suspense>
    </div>
  );
}

/** The three cards in the size that they will have. */
function CardSkeletons() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Skeleton className="h-[318px] rounded-card sm:h-[300px] md:col-span-2" />
      <Skeleton className="h-[318px] rounded-card" />
      <Skeleton className="h-[318px] rounded-card" />
    </div>
  );
}
