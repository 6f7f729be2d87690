import { type Currency, toChainUnits } from '@glasspool/core';
import { type ReactNode, useState } from 'react';
import type { WalletView } from '../api/trpc.ts';
import {
  type EvmWallet,
  type PaymentOutcome,
  payFromEvm,
  switchChain,
  useEvmWallets,
} from '../components/money/browser-wallets/evm.ts';
import { findTronWallet, payFromTron } from '../components/money/browser-wallets/tron.ts';
import { MoneyButton } from '../components/money/MoneyButton.tsx';
import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

interface BrowserWalletProps {
  readonly wallet: WalletView;
  /** Reads the amount of the dialog in micro-units; undefined after showing what is wrong with it. */
  readonly readAmount: () => bigint | undefined;
}

/** Buttons that send the deposit from a wallet of this browser, or a sentence that it has no wallet. */
export function BrowserWallet({ wallet, readAmount }: BrowserWalletProps) {
  return wallet.payment.kind === 'evm' ? (
    <EvmButtons wallet={wallet} payment={wallet.payment} readAmount={readAmount} />
  ) : (
    <TronButton wallet={wallet} genesisIds={wallet.payment.genesisIds} readAmount={readAmount} />
  );
}

type EvmPaymentView = Extract<WalletView['payment'], { kind: 'evm' }>;

function EvmButtons({ wallet, payment, readAmount }: BrowserWalletProps & { payment: EvmPaymentView }) {
  const wallets = useEvmWallets();
  const [used, setUsed] = useState<EvmWallet>();
  const { outcome, isBusy, pay, setOutcome } = usePayment(readAmount);
  const { currency, address: to } = wallet;
  const send = (from: EvmWallet): void => {
    setUsed(from);
    pay((micro) => payFromEvm(from, payment, { to, units: toChainUnits(currency, micro) }));
  };
  const goThere = async (): Promise<void> => {
    if (used !== undefined && (await switchChain(used, payment))) setOutcome(undefined);
  };
  return (
    <Offers
      names={wallets.map(({ name }) => name)}
      isBusy={isBusy}
      onPay={(index) => {
        const chosen = wallets[index];
        if (chosen !== undefined) send(chosen);
      }}
    >
      {outcome !== undefined && (
        <Outcome outcome={outcome} currency={currency} chain={String(payment.chainId)} />
      )}
      {outcome?.status === 'wrong-chain' && (
        <Button look="secondary" onClick={() => void goThere()}>
          {t('browserWallet.switch', { chain: payment.chainId })}
        </Button>
      )}
    </Offers>
  );
}

function TronButton({
  wallet: { currency, address: to },
  genesisIds,
  readAmount,
}: BrowserWalletProps & { genesisIds: readonly string[] }) {
  const [found] = useState(findTronWallet);
  const { outcome, isBusy, pay } = usePayment(readAmount);
  return (
    <Offers
      names={found === undefined ? [] : ['TronLink']}
      isBusy={isBusy}
      onPay={() =>
        found !== undefined &&
        pay((micro) => payFromTron(found, genesisIds, { to, sun: toChainUnits(currency, micro) }))
      }
    >
      {outcome !== undefined && <Outcome outcome={outcome} currency={currency} chain="Nile" />}
    </Offers>
  );
}

/** One payment at a time, with what became of the last one. */
function usePayment(readAmount: () => bigint | undefined) {
  const [outcome, setOutcome] = useState<PaymentOutcome>();
  const [isBusy, setBusy] = useState(false);
  const pay = (send: (micro: bigint) => Promise<PaymentOutcome>): void => {
    const micro = readAmount();
    if (micro === undefined) return;
    setOutcome(undefined);
    setBusy(true);
    void send(micro)
      .then(setOutcome)
      .finally(() => setBusy(false));
  };
  return { outcome, isBusy, pay, setOutcome };
}

interface OffersProps {
  readonly names: readonly string[];
  readonly isBusy: boolean;
  readonly onPay: (index: number) => void;
  readonly children: ReactNode;
}

function Offers({ names, isBusy, onPay, children }: OffersProps) {
  if (names.length === 0) return <p className="text-sm">{t('browserWallet.none')}</p>;
  return (
    <div className="space-y-3">
      {names.map((name, index) => (
        <MoneyButton
          key={name}
          look="secondary"
          className="w-full"
          isBusy={isBusy}
          text={t('browserWallet.send', { name })}
          onPress={() => onPay(index)}
        />
      ))}
      {children}
    </div>
  );
}

interface OutcomeProps {
  readonly outcome: PaymentOutcome;
  readonly currency: Currency;
  readonly chain: string;
}

function Outcome({ outcome, currency, chain }: OutcomeProps) {
  switch (outcome.status) {
    case 'sent':
      return <Notice look="positive">{t('browserWallet.sent', { hash: outcome.txHash })}</Notice>;
    case 'wrong-chain':
      return <Notice look="negative">{t('browserWallet.wrongChain', { chain, currency })}</Notice>;
    case 'too-large':
      return <Notice look="negative">{t('browserWallet.tooLarge')}</Notice>;
    case 'declined':
      return <Notice look="warning">{t('browserWallet.declined')}</Notice>;
    default:
      return <Notice look="warning">{t('browserWallet.unknown', { reason: outcome.reason })}</Notice>;
  }
}
