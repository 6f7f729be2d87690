import { type LedgerCurrency, USER_CURRENCIES } from '@glasspool/core';
import { useState } from 'react';
import { type HotWalletView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { DialogSlot } from '../../components/frame/DialogSlot.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { Part } from '../../components/frame/Part.tsx';
import { useUrlDialog } from '../../components/frame/use-url-dialog.ts';
import { Amount } from '../../components/money/Amount.tsx';
import { ADMIN_PLACES } from '../../components/money/amounts.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const DepositDialog = lazyPage(
  async () => (await import('../../dialogs/hot-wallet-deposit.tsx')).HotWalletDepositDialog,
);
const WithdrawDialog = lazyPage(
  async () => (await import('../../dialogs/own-funds-withdraw.tsx')).OwnFundsWithdrawDialog,
);

const OneNode = lazyPage(async () => (await import('./OneNode.tsx')).OneNode);
const PayoutSwitch = lazyPage(async () => (await import('./PayoutSwitch.tsx')).PayoutSwitch);

/** Balances of the hot wallet on chain, with its deposits and withdrawals. */
export function HotWalletCard() {
  const isAdmin = useIsAdmin();
  const hotWallet = trpc.hotWallet.getHotWallet.useQuery();
  const [isHidden, setHidden] = useState(false);
  const dialog = useUrlDialog(['hotWalletDeposit', 'ownFundsWithdraw']);
  const currency = USER_CURRENCIES.find((one) => one === dialog.currency);
  return (
    <Card title={t('admin.hotWallet.title')}>
      {hotWallet.isPending && <Skeleton className="h-[365px] lg:h-[245px]" />}
      {hotWallet.isError && hotWallet.data === undefined && (
        <LoadError textId="admin.hotWallet.failed" onRetry={() => void hotWallet.refetch()} />
      )}
      {hotWallet.data !== undefined && (
        <>
          <Part>{hotWallet.data.frozen !== null && <PayoutSwitch reason={hotWallet.data.frozen} />}</Part>
          {hotWallet.data.withoutNodes.map((one) => (
            <Part key={one.network}>
              <OneNode {...one} now={hotWallet.dataUpdatedAt} />
            </Part>
          ))}
          <Balances balances={hotWallet.data.balances} isHidden={isHidden} />
          <Button
            look="quiet"
            className="mt-1 -ml-5 min-h-11 text-sm"
            aria-pressed={isHidden}
            onClick={() => setHidden(!isHidden)}
          >
            {t('admin.hotWallet.hide')}
          </Button>
          <div className="mt-3 grid gap-3 sm:grid-cols-3">
            <Button className="px-3" onClick={() => dialog.open('hotWalletDeposit')}>
              {t('admin.hotWallet.deposit')}
            </Button>
            {isAdmin &&
              USER_CURRENCIES.map((one) => (
                <Button
                  key={one}
                  look="secondary"
                  className="px-3"
                  onClick={() => dialog.open('ownFundsWithdraw', { currency: one })}
                >
                  {t('admin.hotWallet.withdraw', { currency: one })}
                </Button>
              ))}
          </div>
          <Part>{hotWallet.data.frozen === null && <PayoutSwitch reason={null} />}</Part>
          <DialogSlot name={dialog.kind} onClose={dialog.close}>
            {dialog.kind === 'hotWalletDeposit' && (
              <DepositDialog addresses={hotWallet.data.addresses} onClose={dialog.close} />
            )}
            {isAdmin && dialog.kind === 'ownFundsWithdraw' && currency !== undefined && (
              <WithdrawDialog currency={currency} hotWallet={hotWallet.data} onClose={dialog.close} />
            )}
          </DialogSlot>
        </>
      )}
    </Card>
  );
}

function Balances({ balances, isHidden }: { balances: HotWalletView['balances']; isHidden: boolean }) {
  return (
    <dl className="divide-y divide-line">
      {balances.map(({ currency, onChain }) => (
        <div key={currency} className="flex min-h-11 items-center justify-between gap-4">
          <dt className="text-text-2">{currency}</dt>
          <dd className="text-base font-semibold">
            <Balance micro={onChain} currency={currency} isHidden={isHidden} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An unknown amount is never shown as zero. */
function Balance(props: { micro: bigint | null; currency: LedgerCurrency; isHidden: boolean }) {
  const { micro, currency, isHidden } = props;
  if (isHidden) return <span className="font-normal text-text-2">{t('admin.hotWallet.hidden')}</span>;
  if (micro === null) return <span className="font-normal text-warning">{t('admin.hotWallet.unknown')}</span>;
  return <Amount micro={micro} currency={currency} places={ADMIN_PLACES} />;
}
