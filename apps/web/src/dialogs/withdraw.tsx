import { type Currency, formatAmount } from '@glasspool/core';
import { useState } from 'react';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { useRefresh } from '../api/refresh.ts';
import { trpc, type WalletView } from '../api/trpc.ts';
import { LoadError } from '../components/frame/LoadError.tsx';
import { useMoneyRequest } from '../components/money/use-money-request.ts';
import { t } from '../i18n/language.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useCloseAfterSuccess } from './use-close-after-success.ts';
import { WithdrawalForm } from './withdrawal-form.tsx';
import { WithdrawalReview } from './withdrawal-review.tsx';
import type { WithdrawalDraft } from './withdrawal-rules.ts';

interface WithdrawDialogProps {
  readonly wallets: readonly WalletView[];
  readonly currency: Currency;
  readonly onClose: () => void;
}

/** Address and amount, a look at both, then the request. Repeating it after a lost answer is the same request. */
export function WithdrawDialog({ wallets, currency, onClose }: WithdrawDialogProps) {
  const refresh = useRefresh();
  const [draft, setDraft] = useState<WithdrawalDraft>();
  const [isReviewing, setReviewing] = useState(false);
  const limits = trpc.withdrawals.getWithdrawalLimits.useQuery();
  const available = wallets.find((one) => one.currency === currency)?.withdrawable ?? 0n;
  const own = limits.data?.data.find((one) => one.currency === currency);
  const withdraw = trpc.withdrawals.withdraw.useMutation({
    onSuccess: ({ data }) => {
      notify.success(t(data.state === 'reviewing' ? 'withdraw.toastReviewing' : 'withdraw.toast'));
      refresh('wallet.changed', 'withdrawal.changed');
    },
    onError: (error) => {
      const { message, code, field } = describeCallError(error, 'withdraw.failed');
      const isAboutCode = field === 'totp';
      if (!isAboutCode) notify.error(message);
      // Without an answer the request may have arrived: stay here, where Submit repeats it under the same key.
      if (code !== 'NO_ANSWER' && !isAboutCode) setReviewing(false);
      // The new fee takes the place of the one that was read, so that it can be read before the next press.
      if (code === 'TERMS_CHANGED') void limits.refetch();
    },
  });
  const send = useMoneyRequest(withdraw.mutate);
  const isReviewed = withdraw.data?.data.state === 'reviewing';
  // A request that waits for an admin is read, not flashed.
  useCloseAfterSuccess(withdraw.isSuccess && !isReviewed, onClose);
  const failure = withdraw.isError ? describeCallError(withdraw.error, 'withdraw.failed') : undefined;
  const isForm = draft === undefined || !isReviewing;
  return (
    <Dialog title={t('withdraw.title')} onClose={onClose}>
      {withdraw.isSuccess && isReviewed && <Notice look="warning">{t('withdraw.reviewing')}</Notice>}
      {withdraw.isSuccess && !isReviewed && (
        <Notice look="positive">{`${t('withdraw.done')} ${t('withdraw.next')}`}</Notice>
      )}
      {limits.isPending && <Skeleton className="h-72" />}
      {limits.isError && own === undefined && (
        <LoadError textId="withdraw.limitsFailed" onRetry={() => void limits.refetch()} />
      )}
      {own !== undefined && !withdraw.isSuccess && isForm && (
        <WithdrawalForm
          limits={{ ...own, available }}
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
      {own !== undefined && !withdraw.isSuccess && !isForm && (
        <WithdrawalReview
          currency={currency}
          draft={draft}
          limits={own}
          failure={failure}
          isBusy={withdraw.isPending}
          onBack={() => setReviewing(false)}
          onSubmit={(totp, press) => {
            const { address: receiverAddress, amount } = draft;
            send(press, { receiverAddress, amount, currency, fee: formatAmount(own.fee), totp });
          }}
        />
      )}
    </Dialog>
  );
}
