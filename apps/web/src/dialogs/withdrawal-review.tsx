import { type Currency, NETWORK_OF, parseAmount } from '@glasspool/core';
import { isOpenRequest } from '../api/idempotency-keys.ts';
import { trpc, type WithdrawalLimitsView, type WithdrawalQuoteView } from '../api/trpc.ts';
import { AddressText } from '../components/money/AddressText.tsx';
import { Amount } from '../components/money/Amount.tsx';
import { formatExact, formatMoney } from '../components/money/amounts.ts';
import { ConfirmStep, type ConfirmStepProps } from '../components/money/ConfirmStep.tsx';
import { t } from '../i18n/language.ts';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { WithdrawalDraft } from './withdrawal-rules.ts';

/** Fees on BSC are fractions of a thousandth. */
const FEE_PLACES = 6;

interface WithdrawalReviewProps extends Omit<ConfirmStepProps, 'needsCode' | 'submitText'> {
  readonly currency: Currency;
  readonly draft: WithdrawalDraft;
  readonly limits: WithdrawalLimitsView;
}

/** Everything once more, with the address in full and the steps to come, before the request goes out. */
export function WithdrawalReview(props: WithdrawalReviewProps) {
  const { currency, draft, limits, ...confirm } = props;
  const { address, amount } = draft;
  const quote = trpc.withdrawals.quoteWithdrawal.useQuery({ currency, address, amount });
  const isRepeat = isOpenRequest('withdrawals.withdraw', { receiverAddress: address, amount, currency });
  const needsReview = quote.data?.needsReview ?? parseAmount(amount) > limits.withoutReview;
  return (
    <div className="space-y-4">
      <p className="text-text-2">{t('review.text')}</p>
      <div className="rounded-control bg-sunken p-3">
        <AddressText address={address} />
      </div>
      {isRepeat && <Notice look="warning">{t('review.repeats')}</Notice>}
      {needsReview && <Notice look="warning">{t('review.byAdmin')}</Notice>}
      {quote.data?.isNewPayee === true && <Notice look="warning">{t('review.firstTime')}</Notice>}
      {quote.data?.opensAccount === true && <Notice look="warning">{t('review.opensAccount')}</Notice>}
      <Facts
        facts={[
          [t('review.network'), t(`network.${NETWORK_OF[currency]}`)],
          [t('review.receives'), <Amount key="amount" micro={parseAmount(amount)} currency={currency} />],
          [t('review.fee'), <Amount key="fee" micro={limits.fee} currency={currency} />],
          [t('review.networkFee'), describeNetworkFee(quote.data, quote.isError)],
        ]}
      />
      <ConfirmStep
        {...confirm}
        needsCode={quote.data?.needsCode === true}
        codeHint={t('review.codeHint')}
        submitText={t('review.send', { amount: formatExact(parseAmount(amount), currency) })}
      />
    </div>
  );
}

/** Network fee, which the operator pays. Not knowing it keeps no one from withdrawing. */
function describeNetworkFee(quote: WithdrawalQuoteView | undefined, isError: boolean) {
  if (quote === undefined && !isError) return <Skeleton className="h-5 w-24" />;
  const fee = quote?.networkFee;
  if (fee == null) return t('review.unknownFee');
  return t('review.upTo', { amount: formatMoney(fee.amount, fee.currency, FEE_PLACES) });
}
