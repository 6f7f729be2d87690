import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { notifyIfLost } from '../../api/notify-if-lost.ts';
import { type ReopenedView, trpc } from '../../api/trpc.ts';
import { StepUp } from '../../components/account/StepUp.tsx';
import { useStepUp } from '../../components/account/use-step-up.ts';
import { formatExact } from '../../components/money/amounts.ts';
import { MoneyButton } from '../../components/money/MoneyButton.tsx';
import { useMoneyRequest } from '../../components/money/use-money-request.ts';
import { t } from '../../i18n/language.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Gives the money of a lost withdrawal back to its owner, after the chain proved that it can no longer pay it. */
export function GiveBack({ row: { withdrawal } }: { row: ReopenedView }) {
  const utils = trpc.useUtils();
  const giveBack = trpc.reopened.giveBackWithdrawal.useMutation({
    onError: notifyIfLost,
    onSuccess: () => notify.success(t('admin.actionDone')),
    // Busy until the list knows: a second press would ask for what is done.
    onSettled: () => utils.reopened.invalidate(),
  });
  const send = useMoneyRequest(giveBack.mutate);
  const failure = giveBack.isError ? describeCallError(giveBack.error, 'call.failed') : undefined;
  const stepUp = useStepUp({ failure, isBusy: giveBack.isPending });
  if (withdrawal === null) return null;
  const { id: withdrawalId } = withdrawal;
  const amount = formatExact(withdrawal.amount, withdrawal.currency);
  if (stepUp.isAsked)
    return (
      <StepUp
        codeError={stepUp.codeError}
        text={t('replacedBlocks.confirm', { amount, email: withdrawal.email })}
        isBusy={giveBack.isPending}
        submit={t('replacedBlocks.giveBack')}
        onCode={(totp, press) => send(press, { withdrawalId, totp })}
        onCancel={() => giveBack.reset()}
      />
    );
  return (
    <div className="space-y-2">
      {failure !== undefined && <Notice look="negative">{failure.message}</Notice>}
      <MoneyButton
        look="secondary"
        isBusy={giveBack.isPending}
        text={t('replacedBlocks.giveBack')}
        onPress={(press) => send(press, { withdrawalId })}
      />
    </div>
  );
}
