import { toChainUnits } from '@glasspool/core';
import { useState } from 'react';
import type { WalletView } from '../api/trpc.ts';
import { lazyPage } from '../components/frame/lazy-page.ts';
import { Part } from '../components/frame/Part.tsx';
import { AmountInput } from '../components/money/AmountInput.tsx';
import { describeProblem } from '../components/money/amount-resolver.ts';
import { describePayment } from '../components/money/browser-wallets/payment.ts';
import { readMicro, readTyped } from '../components/money/typed-amount.ts';
import { t } from '../i18n/language.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { QrCode } from '../ui/QrCode.tsx';

const BrowserWallet = lazyPage(async () => (await import('./browser-wallet.tsx')).BrowserWallet);

/** The deposit as a payment: an amount, the code that fills in a wallet's form, and wallets of this browser. */
export function DepositPayment({ wallet }: { wallet: WalletView }) {
  const { currency, payment, address } = wallet;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const micro = readMicro(text);
  const units = micro > 0n ? toChainUnits(currency, micro) : undefined;
  const readAmount = (): bigint | undefined => {
    const typed = readTyped(text);
    const found = typed.problem ?? (micro === 0n ? 'empty' : undefined);
    setProblem(found && describeProblem(found));
    return found === undefined ? micro : undefined;
  };
  const uri = payment.kind === 'evm' ? describePayment(payment, address, units) : undefined;
  return (
    <div className="space-y-4">
      <AmountInput
        currency={currency}
        typed={text}
        value={text}
        hint={t('browserWallet.amountHint')}
        error={problem}
        onChange={(event) => setText(event.target.value)}
      />
      {uri !== undefined && (
        <div className="grid items-center gap-4 md:grid-cols-[200px_minmax(0,1fr)]">
          <QrCode value={uri} title={t('browserWallet.qr')} />
          <div className="space-y-3 text-sm">
            <p>{t('browserWallet.request')}</p>
            <div className="flex flex-wrap items-center gap-3 rounded-control bg-sunken p-3">
              <code className="min-w-0 flex-1 font-mono text-[13px]/5 break-all">{uri}</code>
              <CopyButton text={uri} label={t('browserWallet.copy')} />
            </div>
          </div>
        </div>
      )}
      <Part>
        <BrowserWallet wallet={wallet} readAmount={readAmount} />
      </Part>
    </div>
  );
}
