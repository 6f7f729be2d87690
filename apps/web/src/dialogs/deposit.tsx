import { type Currency, displayAmount, NETWORK_OF } from '@glasspool/core';
import { useState } from 'react';
import { trpc, type WalletView } from '../api/trpc.ts';
import { lazyPage } from '../components/frame/lazy-page.ts';
import { Part } from '../components/frame/Part.tsx';
import { AddressText } from '../components/money/AddressText.tsx';
import { currentLanguage, t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Notice } from '../ui/Notice.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import { Select } from '../ui/Select.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { DepositSteps } from './deposit-steps.tsx';

const CHOICES = [
  { value: 'USDT', label: 'USDT (Bep20)' },
  { value: 'TRX', label: 'TRX (Tron)' },
] as const satisfies readonly { value: Currency; label: string }[];

const DepositPayment = lazyPage(async () => (await import('./deposit-payment.tsx')).DepositPayment);
const DepositFinder = lazyPage(
  async () => (await import('../components/money/DepositFinder.tsx')).DepositFinder,
);
const DeveloperPanel = lazyPage(
  async () => (await import('../components/account/DeveloperPanel.tsx')).DeveloperPanel,
);

interface DepositDialogProps {
  readonly wallets: readonly WalletView[];
  readonly onInvest: (currency: Currency) => void;
  readonly onClose: () => void;
}

/** Address for a deposit with its QR code, and the way of a transfer in steps. */
export function DepositDialog({ wallets, onInvest, onClose }: DepositDialogProps) {
  const [currency, setCurrency] = useState<Currency>('USDT');
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const wallet = wallets.find((one) => one.currency === currency);
  const minimum = computeMinimum(figures.data?.terms.minimums, currency);
  return (
    <Dialog title={t('deposit.title', { currency })} onClose={onClose} isWide>
      <div className="space-y-4">
        <Select label={t('deposit.token')} value={currency} choices={CHOICES} onChange={setCurrency} />
        <Notice look="warning">
          {t(`deposit.warning.${figures.data?.network ?? 'testnet'}.${currency}`)}
        </Notice>
        {wallet !== undefined && (
          <div className="grid items-start gap-4 md:grid-cols-[200px_minmax(0,1fr)]">
            <QrCode value={wallet.address} title={t('deposit.qr', { currency })} />
            <div className="space-y-4">
              <div className="flex flex-wrap items-center gap-3 rounded-control bg-sunken p-3">
                <AddressText address={wallet.address} />
                <CopyButton text={wallet.address} label={t('deposit.copy', { currency })} />
              </div>
              {minimum !== undefined && <MinimumNote currency={currency} minimum={minimum} />}
              <DepositSteps
                key={currency}
                currency={currency}
                minimum={minimum}
                available={wallet.wallet}
                onInvest={() => onInvest(currency)}
              />
            </div>
          </div>
        )}
        {wallet !== undefined && (
          <Disclosure title={t('browserWallet.title')} isDrawnWhenOpen>
            <Part fallback={<Skeleton className="h-24" />}>
              <DepositPayment key={currency} wallet={wallet} />
            </Part>
          </Disclosure>
        )}
        <Disclosure title={t('find.title')} isDrawnWhenOpen>
          <Part fallback={<Skeleton className="h-24" />}>
            <DepositFinder key={currency} network={NETWORK_OF[currency]} />
          </Part>
        </Disclosure>
        {wallet !== undefined && figures.data?.network === 'local' && (
          <Part>
            <DeveloperPanel wallet={wallet} />
          </Part>
        )}
        <Button look="secondary" className="w-full" onClick={onClose}>
          {t('dialog.close')}
        </Button>
      </div>
    </Dialog>
  );
}

function MinimumNote({ currency, minimum }: { currency: Currency; minimum: bigint }) {
  return (
    <p className="text-sm text-text-2">
      <span className="font-medium text-text">
        {t('deposit.minimum', { amount: displayAmount(minimum, 0, currentLanguage()), currency })}
      </span>
      <span>{`. ${t('deposit.smaller')}`}</span>
    </p>
  );
}

function computeMinimum(
  minimums: readonly { currency: Currency; minimum: bigint }[] | undefined,
  currency: Currency,
): bigint | undefined {
  return minimums?.find((one) => one.currency === currency)?.minimum;
}
