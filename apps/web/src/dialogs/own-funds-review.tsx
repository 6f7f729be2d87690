import { type Currency, NETWORK_OF, parseAmount } from '@glasspool/core';
import { trpc } from '../api/trpc.ts';
import { useHasTwoFactor } from '../components/account/PasskeyButton.tsx';
import { AddressText } from '../components/money/AddressText.tsx';
import { Amount } from '../components/money/Amount.tsx';
import { ADMIN_PLACES, formatExact, formatMoney } from '../components/money/amounts.ts';
import { ConfirmStep, type ConfirmStepProps } from '../components/money/ConfirmStep.tsx';
import { spendableOwnFunds, sumClaims, sumHeld } from '../components/money/figures.ts';
import { t } from '../i18n/language.ts';
import { Facts } from '../ui/Facts.tsx';

export interface OwnFundsDraft {
  readonly address: string;
  /** A plain decimal, as the server takes it. */
  readonly amount: string;
}

interface OwnFundsReviewProps extends Omit<ConfirmStepProps, 'needsCode' | 'submitText'> {
  readonly currency: Currency;
  readonly draft: OwnFundsDraft;
}

/** Everything once more before the operator's funds leave, with the two-factor code that every such payment needs. */
export function OwnFundsReview({ currency, draft, ...confirm }: OwnFundsReviewProps) {
  const needsCode = useHasTwoFactor();
  const micro = parseAmount(draft.amount);
  return (
    <div className="space-y-4">
      <p className="text-text-2">{t('review.text')}</p>
      <div className="rounded-control bg-sunken p-3">
        <AddressText address={draft.address} />
      </div>
      <Facts
        facts={[
          [t('review.network'), t(`network.${NETWORK_OF[currency]}`)],
          [
            t('review.receives'),
            <Amount key="amount" micro={micro} currency={currency} places={ADMIN_PLACES} />,
          ],
        ]}
      />
      <HotWalletFigures currency={currency} micro={micro} />
      <ConfirmStep
        {...confirm}
        needsCode={needsCode}
        codeHint={t('admin.withdraw.codeHint')}
        submitText={t('review.send', { amount: formatExact(micro, currency) })}
      />
    </div>
  );
}

/** Assets, claims and own funds now and once an amount has left. */
export function HotWalletFigures({ currency, micro }: { currency: Currency; micro: bigint }) {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const own = figures.data?.currencies.find((one) => one.currency === currency);
  if (own === undefined) return null;
  const money = (value: bigint): string => formatMoney(value, currency, ADMIN_PLACES);
  const change = (before: bigint): string =>
    t('admin.change', { before: money(before), after: money(before - micro) });
  return (
    <Facts
      facts={[
        [t('admin.withdraw.holdsAfter'), change(sumHeld(own))],
        [t('admin.withdraw.claims'), money(sumClaims(own) - own.ownFundsAvailable)],
        [t('admin.withdraw.availableAfter'), change(spendableOwnFunds(own))],
      ]}
    />
  );
}
