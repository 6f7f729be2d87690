import { useState } from 'react';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { notifyIfLost } from '../api/notify-if-lost.ts';
import { type ReopenedView, trpc } from '../api/trpc.ts';
import { useHasTwoFactor } from '../components/account/PasskeyButton.tsx';
import { Copyable } from '../components/frame/Copyable.tsx';
import { formatExact } from '../components/money/amounts.ts';
import { ConfirmStep } from '../components/money/ConfirmStep.tsx';
import { useMoneyRequest } from '../components/money/use-money-request.ts';
import { t } from '../i18n/language.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';

interface GiveBackDialogProps {
  readonly withdrawal: NonNullable<ReopenedView['withdrawal']>;
  /** Transaction that had paid it, to look up before. */
  readonly txHash: string | null;
  readonly onClose: () => void;
}

/** Gives the money of a lost withdrawal back to its owner: names owner and amount, and asks once more, since it cannot be undone. */
export function GiveBackDialog({ txHash, onClose, ...props }: GiveBackDialogProps) {
  // The list changes while the dialog closes.
  const [{ id: withdrawalId, source, currency, amount, email, address }] = useState(props.withdrawal);
  const needsCode = useHasTwoFactor();
  const utils = trpc.useUtils();
  const giveBack = trpc.reopened.giveBackWithdrawal.useMutation({
    onError: notifyIfLost,
    onSuccess: () => {
      notify.success(t('admin.actionDone'));
      onClose();
    },
    onSettled: () => Promise.all([utils.reopened.invalidate(), utils.notices.invalidate()]),
  });
  const send = useMoneyRequest(giveBack.mutate);
  const sum = formatExact(amount, currency);
  const owner = source === 'operator' ? t('replacedBlocks.ownFunds', { email }) : email;
  return (
    <Dialog title={t('replacedBlocks.giveBack')} onClose={onClose}>
      <div className="space-y-5">
        <p>{t('replacedBlocks.confirm', { amount: sum, owner })}</p>
        <Facts
          facts={[
            [t('admin.history.amount'), sum],
            [
              t('admin.detail.user'),
              <span key="user" className="break-all">
                {owner}
              </span>,
            ],
            [
              t('admin.detail.id'),
              <code key="id" className="font-mono text-[13px] break-all">
                {withdrawalId}
              </code>,
            ],
          ]}
        />
        <Copyable title={t('transaction.to')} text={address} label={t('transaction.copyTo')} />
        {txHash !== null && (
          <Copyable title={t('transaction.hash')} text={txHash} label={t('transaction.copyHash')} />
        )}
        <ConfirmStep
          failure={giveBack.isError ? describeCallError(giveBack.error, 'call.failed') : undefined}
          needsCode={needsCode}
          isBusy={giveBack.isPending}
          submitText={t('replacedBlocks.giveBackAmount', { amount: sum })}
          onBack={onClose}
          onSubmit={(totp, press) => send(press, { withdrawalId, totp })}
        />
      </div>
    </Dialog>
  );
}
