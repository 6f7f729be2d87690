import { type Currency, NETWORK_OF, parseAmount } from '@glasspool/core';
import { trpc } from '../api/trpc.ts';
import { AddressText } from '../components/AddressText.tsx';
import { Amount } from '../components/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { WithdrawalDraft } from './withdrawal-form.tsx';

interface WithdrawalReviewProps {
  readonly currency: Currency;
  readonly draft: WithdrawalDraft;
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  readonly onBack: () => void;
  readonly onSubmit: () => void;
}

/** Everything once more, the address in full, before the request goes out. */
export function WithdrawalReview({
  currency,
  draft,
  failure,
  isBusy,
  onBack,
  onSubmit,
}: WithdrawalReviewProps) {
  const terms = trpc.withdrawals.getWithdrawalTerms.useQuery();
  const fee = terms.data?.find((one) => one.currency === currency)?.fee ?? 0n;
  return (
    <div className="space-y-4">
      <p className="text-text-2">Check the address: what the network has confirmed cannot be taken back.</p>
      <div className="rounded-control bg-sunken p-3">
        <AddressText address={draft.address} />
      </div>
      <Facts
        facts={[
          ['Network', NETWORK_OF[currency] === 'BSC' ? 'BSC (BEP20)' : 'TRON'],
          [
            'The address receives',
            <Amount key="amount" micro={parseAmount(draft.amount)} currency={currency} />,
          ],
          ['Fee', <Amount key="fee" micro={fee} currency={currency} />],
        ]}
      />
      {failure !== undefined && <Notice look="negative">{failure}</Notice>}
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" onClick={onBack} disabled={isBusy}>
          Back
        </Button>
        <Button isBusy={isBusy} onClick={onSubmit}>
          Submit
        </Button>
      </div>
    </div>
  );
}
