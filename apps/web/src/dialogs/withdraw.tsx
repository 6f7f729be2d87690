import type { Currency } from '@glasspool/core';
import { useState } from 'react';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { useRefresh } from '../api/refresh.ts';
import { trpc, type WalletView } from '../api/trpc.ts';
import { t } from '../i18n/language.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useCloseAfterSuccess } from './use-close-after-success.ts';
import { useOnce } from './use-once.ts';
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
  const [needsCode, setNeedsCode] = useState(false);
  const terms = trpc.withdrawals.getWithdrawalTerms.useQuery();
  const available = wallets.find((one) => one.currency === currency)?.withdrawable ?? 0n;
  const { fee = 0n, minimum = 0n } = terms.data?.find((one) => one.currency === currency) ?? {};
  const withdraw = trpc.withdrawals.withdraw.useMutation({
    onSuccess: () => {
      notify.success(t('withdraw.toast'));
      refresh('wallet.changed', 'withdrawal.changed');
    },
    onError: (error) => {
      const { message, code } = describeCallError(error, 'withdraw.failed');
      const isAboutCode = code.startsWith('SECOND_FACTOR_');
      if (isAboutCode) setNeedsCode(true);
      else notify.error(message);
      // Without an answer the request may have arrived: stay here, where Submit repeats it under the same key.
      if (code !== 'NO_ANSWER' && !isAboutCode) setReviewing(false);
    },
  });
  const send = useOnce(withdraw.mutate);
  useCloseAfterSuccess(withdraw.isSuccess, onClose);
  const failure = withdraw.isError ? describeCallError(withdraw.error, 'withdraw.failed') : undefined;
  const isForm = draft === undefined || !isReviewing;
  return (
    <Dialog title={t('withdraw.title')} onClose={onClose}>
      {withdraw.isSuccess && (
        <Notice look="positive">
          {t('withdraw.done')} {t('withdraw.next')}
        </Notice>
      )}
      {!withdraw.isSuccess && isForm && (
        <WithdrawalForm
          limits={{ currency, available, fee, minimum }}
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
      {!withdraw.isSuccess && !isForm && (
        <WithdrawalReview
          currency={currency}
          draft={draft}
          fee={fee}
          failure={failure}
          needsCode={needsCode}
          isBusy={withdraw.isPending}
          onBack={() => setReviewing(false)}
          onSubmit={(totp) =>
            send({
              receiverAddress: draft.address,
              amount: draft.amount,
              currency,
              totp,
            })
          }
        />
      )}
    </Dialog>
  );
}
