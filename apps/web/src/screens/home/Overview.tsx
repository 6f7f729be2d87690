import { USER_CURRENCIES } from '@glasspool/core';
import { useState } from 'react';
import type { WalletView } from '../../api/trpc.ts';
import { Amount } from '../../components/Amount.tsx';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { BalanceBar } from './BalanceBar.tsx';
import { BalanceLine } from './BalanceLine.tsx';
import { Earnings } from './Earnings.tsx';
import { PoolVessel } from './PoolVessel.tsx';

interface OverviewProps {
  readonly wallets: readonly WalletView[];
  readonly onDeposit: () => void;
}

/** Everything in one currency: the total first, then its parts, what it earns, its last 30 days, and the pool that owes it. */
export function Overview({ wallets, onDeposit }: OverviewProps) {
  // The currency that is used more, by its number: there is no price to compare by.
  const [currency, setCurrency] = useState(
    () => [...wallets].sort((a, b) => Number(sumOwn(b) > 0n) - Number(sumOwn(a) > 0n))[0]?.currency ?? 'USDT',
  );
  const wallet = wallets.find((one) => one.currency === currency);
  if (wallet === undefined) return null;
  const total = sumOwn(wallet);
  if (wallets.every((one) => sumOwn(one) === 0n)) return <FirstSteps onDeposit={onDeposit} />;
  return (
    <div className="grid grid-cols-1 items-stretch gap-4 lg:grid-cols-[minmax(0,1fr)_400px]">
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
            onChange={setCurrency}
          />
        </div>
        <BalanceBar wallet={wallet} total={total} />
        <BalanceLine currency={currency} />
      </Card>
      <div className="grid grid-cols-1 gap-4 sm:max-lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        <Earnings currency={currency} />
        <PoolVessel currency={currency} own={total} />
      </div>
    </div>
  );
}

/** For an account without any balance: what to do first, and what comes of it. */
function FirstSteps({ onDeposit }: { onDeposit: () => void }) {
  return (
    <div className="grid grid-cols-1 items-stretch gap-4 lg:grid-cols-[minmax(0,1fr)_400px]">
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
        <Button onClick={onDeposit}>{t('first.begin')}</Button>
      </Card>
      <PoolVessel currency="USDT" own={0n} />
    </div>
  );
}

/** What the pool owes to the user in a currency, in micro-units. */
function sumOwn({ wallet, invested, withdrawable, onHold, referral }: WalletView): bigint {
  return wallet + invested + withdrawable + onHold + referral;
}
