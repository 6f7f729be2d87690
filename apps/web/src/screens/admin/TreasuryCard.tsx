import { type LedgerCurrency, USER_CURRENCIES } from '@glasspool/core';
import { lazy, Suspense, useState } from 'react';
import { type TreasuryView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { Amount } from '../../components/Amount.tsx';
import { ADMIN_PLACES } from '../../components/amounts.ts';
import { DialogSlot } from '../../components/DialogSlot.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { useUrlDialog } from '../../components/use-url-dialog.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const DepositDialog = lazy(async () => ({
  default: (await import('../../dialogs/treasury-deposit.tsx')).TreasuryDepositDialog,
}));
const WithdrawDialog = lazy(async () => ({
  default: (await import('../../dialogs/treasury-withdraw.tsx')).TreasuryWithdrawDialog,
}));

const PayoutSwitch = lazy(async () => ({ default: (await import('./PayoutSwitch.tsx')).PayoutSwitch }));

/** Balances of the hot wallet on chain, with its deposits and withdrawals. */
export function TreasuryCard() {
  const isAdmin = useIsAdmin();
  const treasury = trpc.treasury.getTreasury.useQuery();
  const [isHidden, setHidden] = useState(false);
  const dialog = useUrlDialog(['treasuryDeposit', 'treasuryWithdraw']);
  const currency = USER_CURRENCIES.find((one) => one === dialog.currency);
  return (
    <Card title={t('admin.treasury.title')}>
      {treasury.isPending && <Skeleton className="h-[365px] lg:h-[245px]" />}
      {treasury.isError && treasury.data === undefined && (
        <LoadError textId="admin.treasury.failed" onRetry={() => void treasury.refetch()} />
      )}
      {treasury.data !== undefined && (
        <>
          <Suspense>
            {treasury.data.frozen !== null && <PayoutSwitch reason={treasury.data.frozen} />}
          </Suspense>
          <Balances balances={treasury.data.balances} isHidden={isHidden} />
          <Button
            look="quiet"
            className="mt-1 -ml-5 min-h-11 text-sm"
            aria-pressed={isHidden}
            onClick={() => setHidden(!isHidden)}
          >
            {t('admin.treasury.hide')}
          </Button>
          <div className="mt-3 grid gap-3 sm:grid-cols-3">
            <Button className="px-3" onClick={() => dialog.open('treasuryDeposit')}>
              {t('admin.treasury.deposit')}
            </Button>
            {isAdmin &&
              USER_CURRENCIES.map((one) => (
                <Button
                  key={one}
                  look="secondary"
                  className="px-3"
                  onClick={() => dialog.open('treasuryWithdraw', { currency: one })}
                >
                  {t('admin.treasury.withdraw', { currency: one })}
                </Button>
              ))}
          </div>
          <Suspense>{treasury.data.frozen === null && <PayoutSwitch reason={null} />}</Suspense>
          <DialogSlot name={dialog.kind} onClose={dialog.close}>
            {dialog.kind === 'treasuryDeposit' && (
              <DepositDialog addresses={treasury.data.addresses} onClose={dialog.close} />
            )}
            {isAdmin && dialog.kind === 'treasuryWithdraw' && currency !== undefined && (
              <WithdrawDialog currency={currency} treasury={treasury.data} onClose={dialog.close} />
            )}
          </DialogSlot>
        </>
      )}
    </Card>
  );
}

function Balances({ balances, isHidden }: { balances: TreasuryView['balances']; isHidden: boolean }) {
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
  if (isHidden) return <span className="font-normal text-text-2">{t('admin.treasury.hidden')}</span>;
  if (micro === null) return <span className="font-normal text-warning">{t('admin.treasury.unknown')}</span>;
  return <Amount micro={micro} currency={currency} places={ADMIN_PLACES} />;
}
