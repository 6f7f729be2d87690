import type { Currency } from '@glasspool/core';
import { useState } from 'react';
import { toast } from 'sonner';
import { describeCallError } from '../api/errors.ts';
import { trpc, type WalletView } from '../api/trpc.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useCloseAfterSuccess } from './use-close-after-success.ts';
import { type WithdrawalDraft, WithdrawalForm } from './withdrawal-form.tsx';
import { WithdrawalReview } from './withdrawal-review.tsx';

interface WithdrawDialogProps {
  readonly wallets: readonly WalletView[];
  readonly currency: Currency;
  readonly onClose: () => void;
}

/** Address and amount, a look at both, then the request. Repeating it after a lost answer is the same request. */
export function WithdrawDialog({ wallets, currency, onClose }: WithdrawDialogProps) {
  const utils = trpc.useUtils();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState<WithdrawalDraft>();
  const [isReviewing, setReviewing] = useState(false);
  const available = wallets.find((one) => one.currency === currency)?.withdrawable ?? 0n;
  const withdraw = trpc.withdrawals.withdraw.useMutation({
    onSuccess: () => {
      toast.success('Withdrawal Successful');
      void utils.invalidate();
    },
    onError: (error) => {
      const { message, code } = describeCallError(error, 'Withdrawal failed. Please try again.');
      toast.error(message);
      // Without an answer the request may have arrived: stay here, where Submit repeats it under the same key.
      if (code !== 'NO_ANSWER') setReviewing(false);
    },
  });
  useCloseAfterSuccess(withdraw.isSuccess, onClose);
  const failure = withdraw.isError
    ? describeCallError(withdraw.error, 'Withdrawal failed. Please try again.').message
    : undefined;
  return (
    <Dialog title="Withdraw Funds" onClose={onClose}>
      {withdraw.isSuccess && (
        <Notice look="positive">
          Withdrawal Successful! Your request is in. The network confirms it next.
        </Notice>
      )}
      {!withdraw.isSuccess && !(isReviewing && draft !== undefined) && (
        <WithdrawalForm
          currency={currency}
          available={available}
          draft={draft}
          failure={failure}
          onCancel={onClose}
          onReview={(next) => {
            withdraw.reset();
            setDraft(next);
            setReviewing(true);
          }}
        />
      )}
      {!withdraw.isSuccess && isReviewing && draft !== undefined && (
        <WithdrawalReview
          currency={currency}
          draft={draft}
          failure={failure}
          isBusy={withdraw.isPending}
          onBack={() => setReviewing(false)}
          onSubmit={() =>
            withdraw.mutate({
              receiverAddress: draft.address,
              amount: draft.amount,
              currency,
              idempotencyKey: `${idempotencyKey}:${draft.address}:${draft.amount}`,
            })
          }
        />
      )}
    </Dialog>
  );
}
