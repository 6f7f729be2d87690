import { type Currency, parseAmount, runwayTenthDays, targetReward } from '@glasspool/core';
import type { PoolFigures } from '../../api/trpc.ts';
import { useHasTwoFactor } from '../../components/account/PasskeyButton.tsx';
import { ADMIN_PLACES, formatExact, formatMoney } from '../../components/money/amounts.ts';
import { ConfirmStep, type ConfirmStepProps } from '../../components/money/ConfirmStep.tsx';
import { spendableOwnFunds } from '../../components/money/figures.ts';
import { formatRunwayShort } from '../../components/money/rates.ts';
import { findReserve } from '../../components/money/reserves.ts';
import { t } from '../../i18n/language.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';

interface FundReviewProps extends Omit<ConfirmStepProps, 'needsCode' | 'submitText'> {
  readonly figures: PoolFigures;
  readonly request: { readonly currency: Currency; readonly amount: string; readonly termsVersion: number };
}

/** Reserve, runway and own funds before and after, since what is in a reserve never comes back to the operator. */
export function FundReview({ figures, request, ...confirm }: FundReviewProps) {
  const needsCode = useHasTwoFactor();
  const { currency, amount, termsVersion } = request;
  const micro = parseAmount(amount);
  const own = figures.currencies.find((one) => one.currency === currency);
  const found = own && findReserve(own, termsVersion);
  const { reserve = 0n, principal = 0n, targetRatePpm = 0 } = found ?? {};
  const available = own === undefined ? 0n : spendableOwnFunds(own);
  const money = (value: bigint): string => formatMoney(value, currency, ADMIN_PLACES);
  const runway = (value: bigint): string =>
    formatRunwayShort(runwayTenthDays(value, targetReward(principal, targetRatePpm)) ?? null);
  const change = (before: string, after: string): string => t('admin.change', { before, after });
  return (
    <div className="space-y-4">
      <Notice look="warning">
        {t('admin.reserve.stays', {
          amount: formatMoney(micro, currency, ADMIN_PLACES),
          version: termsVersion,
        })}
      </Notice>
      <Facts
        facts={[
          [t('admin.reserve.of', { version: termsVersion }), change(money(reserve), money(reserve + micro))],
          [t('admin.reserve.runway'), change(runway(reserve), runway(reserve + micro))],
          [t('transparency.available'), change(money(available), money(available - micro))],
        ]}
      />
      <ConfirmStep
        {...confirm}
        needsCode={needsCode}
        submitText={t('admin.reserve.fundSubmit', { amount: formatExact(micro, currency) })}
      />
    </div>
  );
}
