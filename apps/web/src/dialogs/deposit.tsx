import type { Currency } from '@glasspool/core';
import { displayAmount } from '@glasspool/core';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { trpc, type WalletView } from '../api/trpc.ts';
import { AddressText } from '../components/AddressText.tsx';
import { Amount } from '../components/Amount.tsx';
import { DeveloperPanel } from '../components/DeveloperPanel.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Select } from '../ui/Select.tsx';

const CHOICES = [
  { value: 'USDT', label: 'USDT (Bep20)' },
  { value: 'TRX', label: 'TRX (Tron)' },
] as const satisfies readonly { value: Currency; label: string }[];

const NETWORK_WARNING: Readonly<Record<'local' | 'testnet', Readonly<Record<Currency, string>>>> = {
  local: {
    USDT: 'Send only test USDT on the local BSC node. Tokens sent on a real network are lost.',
    TRX: 'Send only test TRX on the local TRON node. Coins sent on a real network are lost.',
  },
  testnet: {
    USDT: 'Send only USDT on BNB Smart Chain Testnet (chain 97). Tokens sent on a real network are lost.',
    TRX: 'Send only TRX on the TRON test network. Coins sent on a real network are lost.',
  },
};

/** Where to send tokens: QR code, address, and what becomes of a transfer. */
export function DepositDialog({ wallets, onClose }: { wallets: readonly WalletView[]; onClose: () => void }) {
  const [currency, setCurrency] = useState<Currency>('USDT');
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const wallet = wallets.find((one) => one.currency === currency);
  const minimum = figures.data?.terms.minimums.find((one) => one.currency === currency)?.minimum;
  return (
    <Dialog title={`Deposit ${currency}`} onClose={onClose}>
      {wallet !== undefined && (
        <div className="space-y-4">
          <Select label="Token" value={currency} choices={CHOICES} onChange={setCurrency} />
          {figures.data !== undefined && (
            <Notice look="warning">{NETWORK_WARNING[figures.data.network][currency]}</Notice>
          )}
          <div className="mx-auto w-fit rounded-control bg-white">
            <QRCodeSVG
              value={wallet.address}
              size={200}
              marginSize={4}
              level="M"
              title={`QR code of your ${currency} address`}
            />
          </div>
          <div className="flex items-center gap-3 rounded-control bg-sunken p-3">
            <AddressText address={wallet.address} />
            <CopyButton text={wallet.address} label={`Copy the ${currency} address`} />
          </div>
          {minimum !== undefined && (
            <p className="text-sm text-text-2">
              <span className="font-medium text-text">
                Minimum deposit is {displayAmount(minimum, 0)} {currency}
              </span>
              . Smaller deposits are credited, but cannot be invested until you reach the minimum.
            </p>
          )}
          <p role="status" className="text-sm">
            {wallet.confirming > 0n ? (
              <>
                Seen: <Amount micro={wallet.confirming} currency={currency} />, waiting until it is final.
              </>
            ) : (
              'Waiting for your transfer.'
            )}
          </p>
          {figures.data?.network === 'local' && <DeveloperPanel wallet={wallet} />}
          <Button look="secondary" className="w-full" onClick={onClose}>
            Close
          </Button>
        </div>
      )}
    </Dialog>
  );
}
