import { type Currency, USER_CURRENCIES } from '@glasspool/core';
import type { WalletView } from '../../api/trpc.ts';
import { Amount } from '../../components/money/Amount.tsx';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { BalanceBar } from './BalanceBar.tsx';
import { BalanceLine } from './BalanceLine.tsx';

interface OverviewProps {
  readonly wallets: readonly WalletView[];
  readonly currency: Currency;
  readonly onCurrency: (currency: Currency) => void;
  /** The button is about to be pressed. */
  readonly onPrefetch: () => void;
  readonly onDeposit: () => void;
}

/** Everything in one currency: the total first, then its parts and its last 30 days; for an empty account what to do first. */
export function Overview({ wallets, currency, onCurrency, onPrefetch, onDeposit }: OverviewProps) {
  const wallet = wallets.find((one) => one.currency === currency);
  if (wallet === undefined) return null;
  if (wallets.every((one) => sumOwn(one) === 0n))
    return <FirstSteps onPrefetch={onPrefetch} onDeposit={onDeposit} />;
  const total = sumOwn(wallet);
  return (
    <Card title={t('overview.title')}>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <p
          className="min-w-0 text-[30px]/[38px] font-bold tracking-[-0.03em] break-words sm:text-[44px]/[48px] [&>span]:whitespace-normal"
          data-testid="total"
        >
          <Amount micro={total} currency={currency} />
        </p>
        <Segments
          label={t('overview.currency')}
          value={currency}
          choices={USER_CURRENCIES.map((value) => ({ value, label: value }))}
          onChange={onCurrency}
        />
      </div>
      <BalanceBar wallet={wallet} total={total} />
      <BalanceLine currency={currency} />
    </Card>
  );
}

/** For an account without any balance: what to do first, and what comes of it. */
function FirstSteps({ onPrefetch, onDeposit }: Pick<OverviewProps, 'onPrefetch' | 'onDeposit'>) {
  return (
    <Card title={t('first.title')}>
      <ol className="mb-6 max-w-[60ch] space-y-4">
        {(['deposit', 'invest', 'reward'] as const).map((step, index) => (
          <li key={step} className="flex gap-4">
            <span
              aria-hidden
              className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-primary-soft font-semibold text-primary"
            >
              {index + 1}
            </span>
            <span>
              <span className="block font-semibold">{t(`first.${step}`)}</span>
              <span className="block text-text-2">{t(`first.${step}Text`)}</span>
            </span>
          </li>
        ))}
      </ol>
      <Button onPointerEnter={onPrefetch} onFocus={onPrefetch} onClick={onDeposit}>
        {t('first.begin')}
      </Button>
    </Card>
  );
}

/** Sum that the pool owes to the user in a currency, in micro-units. */
export function sumOwn({ wallet, invested, withdrawable, onHold, referral }: WalletView): bigint {
  return wallet + invested + withdrawable + onHold + referral;
}
