import { type Currency, USER_CURRENCIES } from '@glasspool/core';
import { useEffect, useState } from 'react';
import { trpc, type WalletView } from '../../api/trpc.ts';
import { DialogSlot } from '../../components/frame/DialogSlot.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { useUrlDialog } from '../../components/frame/use-url-dialog.ts';
import { ChainNotices } from '../../components/money/ChainNotices.tsx';
import { ReserveNotices } from '../../components/money/ReserveNotices.tsx';
import { t } from '../../i18n/language.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useIsOnline } from '../../ui/use-is-online.ts';
import { BalancesCard } from './BalancesCard.tsx';
import { Earnings } from './Earnings.tsx';
import { InvestmentsCard } from './InvestmentsCard.tsx';
import { Overview, sumOwn } from './Overview.tsx';
import { PoolVessel } from './PoolVessel.tsx';
import { TransactionHistory } from './TransactionHistory.tsx';
import { WithdrawableCard } from './WithdrawableCard.tsx';

/** When the page has long been drawn. */
const PREFETCH_MS = 2000;
const importDeposit = () => import('../../dialogs/deposit.tsx');
const importInvest = () => import('../../dialogs/invest.tsx');
const importRelease = () => import('../../dialogs/release-wallet.tsx');
const importWithdraw = () => import('../../dialogs/withdraw.tsx');
const importInvestments = () => import('../../dialogs/view-investments.tsx');

const DepositDialog = lazyPage(async () => (await importDeposit()).DepositDialog);
const InvestDialog = lazyPage(async () => (await importInvest()).InvestDialog);
const ReleaseWalletDialog = lazyPage(async () => (await importRelease()).ReleaseWalletDialog);
const WithdrawDialog = lazyPage(async () => (await importWithdraw()).WithdrawDialog);
const ViewInvestmentsDialog = lazyPage(async () => (await importInvestments()).ViewInvestmentsDialog);

/** Reads dialogs in ahead of time. One that cannot be read now is read again, and reported, when it is opened. */
function prefetch(...imports: readonly (() => Promise<unknown>)[]): void {
  for (const importDialog of imports) void importDialog().catch(() => undefined);
}

/** Returns true when the app's files go through its worker, as from the second visit on. */
function hasOfflineWorker(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

/** Reads all dialogs in once the page is drawn, so that even a slow phone shows them at once. */
function usePrefetchedDialogs(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // The worker keeps them for a day without a network. A first visit does not pay for that: it reads a dialog in when the pointer is on its button.
      if (hasOfflineWorker())
        prefetch(importDeposit, importInvest, importRelease, importWithdraw, importInvestments);
    }, PREFETCH_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Dialogs of this page, as the URL names them. */
const DIALOGS = ['deposit', 'investments', 'invest', 'reinvest', 'release', 'withdraw'] as const;

/** Balances, what may be withdrawn, what is invested, and the history. */
export function HomeScreen() {
  const dialog = useUrlDialog(DIALOGS);
  const isOnline = useIsOnline();
  const wallets = trpc.wallets.listWallets.useQuery();
  usePrefetchedDialogs();
  const { kind, open, close } = dialog;
  const [chosen, setShown] = useState<Currency>();
  // A currency that the user has, until another one is chosen: there is no price to compare them by.
  const shown = chosen ?? wallets.data?.find((one) => sumOwn(one) > 0n)?.currency ?? 'USDT';
  const own = wallets.data?.find((one) => one.currency === shown);
  const currency = USER_CURRENCIES.find((one) => one === dialog.currency);
  return (
    <div className="space-y-4">
      <PageTitle>{t('home.title')}</PageTitle>
      <p className="text-text-2">{t('home.banner')}</p>
      <ChainNotices />
      <ReserveNotices />
      {wallets.isError && wallets.data === undefined && (
        <LoadError textId="home.failed" onRetry={() => void wallets.refetch()} />
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_400px]">
        {wallets.isPending && (isOnline ? <CardSkeletons /> : <p>{t('home.offline')}</p>)}
        {wallets.data !== undefined && (
          <div className="min-w-0 space-y-4">
            <Overview
              wallets={wallets.data}
              currency={shown}
              onCurrency={setShown}
              onPrefetch={() => prefetch(importDeposit)}
              onDeposit={() => open('deposit')}
            />
            <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
              <BalancesCard
                wallets={wallets.data}
                onPrefetch={() => prefetch(importDeposit, importInvest)}
                onDeposit={() => open('deposit')}
                onInvest={(one) => open('invest', { currency: one })}
                onRelease={(one) => open('release', { currency: one })}
              />
              <WithdrawableCard
                wallets={wallets.data}
                onPrefetch={() => prefetch(importWithdraw)}
                onWithdraw={(one) => open('withdraw', { currency: one })}
                onReinvest={(one) => open('reinvest', { currency: one })}
              />
              <InvestmentsCard
                wallets={wallets.data}
                onPrefetch={() => prefetch(importInvestments)}
                onView={() => open('investments')}
              />
            </div>
          </div>
        )}
        <div className="min-w-0 space-y-4">
          <Earnings currency={shown} />
          <PoolVessel currency={shown} own={own === undefined ? 0n : sumOwn(own)} />
          <TransactionHistory />
        </div>
      </div>
      <DialogSlot name={kind} onClose={close}>
        {wallets.data !== undefined && kind !== undefined && (
          <OpenDialog kind={kind} currency={currency} wallets={wallets.data} onOpen={open} onClose={close} />
        )}
      </DialogSlot>
    </div>
  );
}

interface OpenDialogProps {
  readonly kind: (typeof DIALOGS)[number];
  /** Undefined for a dialog of both currencies. */
  readonly currency: Currency | undefined;
  readonly wallets: readonly WalletView[];
  readonly onOpen: (kind: 'invest', values: { currency: Currency }) => void;
  readonly onClose: () => void;
}

function OpenDialog({ kind, currency, wallets, onOpen, onClose }: OpenDialogProps) {
  if (kind === 'deposit')
    return (
      <DepositDialog
        wallets={wallets}
        onInvest={(deposited) => onOpen('invest', { currency: deposited })}
        onClose={onClose}
      />
    );
  if (kind === 'investments') return <ViewInvestmentsDialog onClose={onClose} />;
  // The address was changed by hand.
  if (currency === undefined) return null;
  const shared = { wallets, currency, onClose };
  if (kind === 'invest') return <InvestDialog {...shared} />;
  if (kind === 'reinvest') return <InvestDialog {...shared} source="withdrawable" />;
  return kind === 'release' ? <ReleaseWalletDialog {...shared} /> : <WithdrawDialog {...shared} />;
}

/** The cards of the left column in about the size that they will have. */
function CardSkeletons() {
  return (
    <div className="space-y-4">
      <Skeleton className="h-[620px] rounded-card sm:h-[560px]" />
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-[318px] rounded-card sm:h-[300px] md:col-span-2" />
        <Skeleton className="h-[318px] rounded-card" />
        <Skeleton className="h-[318px] rounded-card" />
      </div>
    </div>
  );
}
