import { type Currency, NETWORK_OF, parseAmount } from '@glasspool/core';
import { trpc, type WithdrawalQuoteView } from '../api/trpc.ts';
import { AddressText } from '../components/AddressText.tsx';
import { Amount } from '../components/Amount.tsx';
import { formatMoney } from '../components/amounts.ts';
import { t } from '../i18n/language.ts';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { WithdrawalConfirm, type WithdrawalConfirmProps } from './withdrawal-confirm.tsx';
import type { WithdrawalDraft } from './withdrawal-rules.ts';

/** How far back is looked for an earlier withdrawal to the same address. */
const LOOK_BACK = 100;
/** Fees on BSC are fractions of a thousandth. */
const FEE_PLACES = 6;

interface WithdrawalReviewProps extends WithdrawalConfirmProps {
  readonly currency: Currency;
  readonly draft: WithdrawalDraft;
  readonly fee: bigint;
}

/** Everything once more, the address in full, before the request goes out. */
export function WithdrawalReview({ currency, draft, fee, ...confirm }: WithdrawalReviewProps) {
  const history = trpc.transactions.listUserTransactions.useQuery({ limit: LOOK_BACK });
  const { address, amount } = draft;
  const quote = trpc.withdrawals.quoteWithdrawal.useQuery({ currency, address, amount });
  const isKnown = history.data?.data.some((row) => row.type === 'withdrawal' && row.to === draft.address);
  return (
    <div className="space-y-4">
      <p className="text-text-2">{t('review.text')}</p>
      <div className="rounded-control bg-sunken p-3">
        <AddressText address={draft.address} />
      </div>
      {isKnown === false && <Notice look="warning">{t('review.firstTime')}</Notice>}
      {quote.data?.opensAccount === true && <Notice look="warning">{t('review.opensAccount')}</Notice>}
      <Facts
        facts={[
          [t('review.network'), t(`network.${NETWORK_OF[currency]}`)],
          [
            t('review.receives'),
            <Amount key="amount" micro={parseAmount(draft.amount)} currency={currency} />,
          ],
          [t('review.fee'), <Amount key="fee" micro={fee} currency={currency} />],
          [t('review.networkFee'), describeNetworkFee(quote.data, quote.isError)],
        ]}
      />
      <WithdrawalConfirm {...confirm} />
    </div>
  );
}

/** What the network may take. Not knowing it keeps nobody from withdrawing: the operator pays. */
function describeNetworkFee(quote: WithdrawalQuoteView | undefined, isError: boolean) {
  if (quote === undefined && !isError) return <Skeleton className="h-5 w-24" />;
  if (quote?.networkFee == null) return t('review.unknownFee');
  return t('review.upTo', { amount: formatMoney(quote.networkFee, quote.feeCurrency, FEE_PLACES) });
}
