import { useState } from 'react';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { notifyIfLost } from '../api/notify-if-lost.ts';
import { useRefresh } from '../api/refresh.ts';
import { type ReceiptView, trpc } from '../api/trpc.ts';
import { StepUp } from '../components/account/StepUp.tsx';
import { useStepUp } from '../components/account/use-step-up.ts';
import { FormDialog } from '../components/frame/FormDialog.tsx';
import { AddressText } from '../components/money/AddressText.tsx';
import { ADMIN_PLACES, formatMoney } from '../components/money/amounts.ts';
import { useMoneyRequest } from '../components/money/use-money-request.ts';
import { t } from '../i18n/language.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Field } from '../ui/Field.tsx';

/** Attributes a receipt to a user that the admin names. The amount is that of the chain. */
export function AttributeReceiptDialog({ receipt, onClose }: { receipt: ReceiptView; onClose: () => void }) {
  const refresh = useRefresh();
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState('');
  const attribute = trpc.deposits.attributeDeposit.useMutation({
    onError: notifyIfLost,
    onSuccess: () => {
      notify.success(t('admin.receipts.done'));
      refresh('hotWallet.changed');
      onClose();
    },
  });
  const send = useMoneyRequest(attribute.mutate);
  const failure = attribute.isError ? describeCallError(attribute.error, 'call.failed') : undefined;
  const stepUp = useStepUp({ failure, isBusy: attribute.isPending });
  if (stepUp.isAsked)
    return (
      <Dialog title={t('admin.receipts.attribute')} onClose={onClose}>
        <StepUp
          codeError={stepUp.codeError}
          text={t('stepup.attribute', {
            amount: formatMoney(receipt.amount, receipt.currency, ADMIN_PLACES),
            email,
          })}
          isBusy={attribute.isPending}
          submit={t('admin.receipts.submit')}
          onCode={(totp, press) => send(press, { id: receipt.id, email, reason, totp })}
          onCancel={onClose}
        />
      </Dialog>
    );
  const isUnknown = failure?.code === 'NOT_FOUND';
  const isAboutUser = isUnknown || failure?.field === 'email';
  return (
    <FormDialog
      title={t('admin.receipts.attribute')}
      done={undefined}
      failure={undefined}
      isBusy={attribute.isPending}
      submitText={t('admin.receipts.submit')}
      onMoney={(press) => send(press, { id: receipt.id, email, reason })}
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('admin.history.amount'), formatMoney(receipt.amount, receipt.currency, ADMIN_PLACES)],
          [t('admin.receipts.hash'), <AddressText key="hash" address={receipt.txHash} />],
        ]}
      />
      <Field
        label={t('admin.receipts.email')}
        type="email"
        autoComplete="off"
        value={email}
        error={isUnknown ? t('admin.receipts.noUser') : isAboutUser ? failure?.message : undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Field
        label={t('admin.users.reason')}
        autoComplete="off"
        value={reason}
        hint={t('admin.users.reasonHint')}
        error={isAboutUser ? undefined : failure?.message}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
