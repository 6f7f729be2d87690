import { isId } from '@glasspool/core';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { type TransactionView, trpc } from '../api/trpc.ts';
import { MoneyButton } from '../components/money/MoneyButton.tsx';
import { useMoneyRequest } from '../components/money/use-money-request.ts';
import { t } from '../i18n/language.ts';
import { Notice } from '../ui/Notice.tsx';

/** Returns true while a withdrawal can still be cancelled: nothing is signed, and no admin has to check what became of it. */
export function isCancellable({
  status,
  waitingFor,
}: Pick<TransactionView, 'status' | 'waitingFor'>): boolean {
  return (status === 'reviewing' || status === 'approved') && waitingFor !== 'check';
}

/** Button that cancels a withdrawal before it is signed. */
export function CancelWithdrawal({ id }: { id: string }) {
  const utils = trpc.useUtils();
  const cancel = trpc.withdrawals.cancelWithdrawal.useMutation({
    onSuccess: () => notify.success(t('cancel.done')),
    onSettled: () => {
      void utils.wallets.invalidate();
      void utils.transactions.invalidate();
    },
  });
  const send = useMoneyRequest(cancel.mutate);
  if (cancel.isSuccess) return <Notice look="positive">{t('cancel.done')}</Notice>;
  return (
    <div className="space-y-3">
      {cancel.isError && (
        <Notice look="negative">{describeCallError(cancel.error, 'call.failed').message}</Notice>
      )}
      <MoneyButton
        look="secondary"
        isBusy={cancel.isPending}
        text={t('cancel.submit')}
        onPress={(press) => isId('withdrawal', id) && send(press, { id })}
      />
      <p className="text-[13px]/[18px] text-text-3">{t('cancel.hint')}</p>
    </div>
  );
}
