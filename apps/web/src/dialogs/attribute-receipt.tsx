import { useState } from 'react';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { notifyIfLost } from '../api/notify-if-lost.ts';
import { useRefresh } from '../api/refresh.ts';
import { type ReceiptView, trpc } from '../api/trpc.ts';
import { AddressText } from '../components/AddressText.tsx';
import { ADMIN_PLACES, formatMoney } from '../components/amounts.ts';
import { useAskedForCode } from '../components/asked-for-code.ts';
import { StepUp } from '../components/StepUp.tsx';
import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Field } from '../ui/Field.tsx';
import { useOnce } from './use-once.ts';

/** Whose a receipt is: the admin names the user, the amount is the chain's. */
export function AttributeReceiptDialog({ receipt, onClose }: { receipt: ReceiptView; onClose: () => void }) {
  const refresh = useRefresh();
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState('');
  const attribute = trpc.deposits.attributeDeposit.useMutation({
    onError: notifyIfLost,
    onSuccess: () => {
      notify.success(t('admin.receipts.done'));
      refresh('treasury.changed');
      onClose();
    },
  });
  const send = useOnce(attribute.mutate);
  const failure = attribute.isError ? describeCallError(attribute.error, 'call.failed') : undefined;
  const failureAt = (name: 'email' | 'reason'): string | undefined => {
    if (failure === undefined) return undefined;
    const isAboutUser = failure.code === 'NOT_FOUND' || failure.issues?.some(({ path }) => path === 'email');
    if (name === 'reason') return isAboutUser ? undefined : failure.message;
    if (!isAboutUser) return undefined;
    return failure.code === 'NOT_FOUND' ? t('admin.receipts.noUser') : failure.message;
  };
  const asked = useAskedForCode(attribute);
  if (asked !== undefined)
    return (
      <Dialog title={t('admin.receipts.attribute')} onClose={onClose}>
        <StepUp
          failure={asked}
          text={t('stepup.attribute', {
            amount: formatMoney(receipt.amount, receipt.currency, ADMIN_PLACES),
            email,
          })}
          isBusy={attribute.isPending}
          submit={t('admin.receipts.submit')}
          onCode={(totp) => send({ id: receipt.id, email, reason, totp })}
          onCancel={onClose}
        />
      </Dialog>
    );
  return (
    <Dialog title={t('admin.receipts.attribute')} onClose={onClose}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          send({ id: receipt.id, email, reason });
        }}
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
          error={failureAt('email')}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Field
          label={t('admin.users.reason')}
          autoComplete="off"
          value={reason}
          hint={t('admin.users.reasonHint')}
          error={failureAt('reason')}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="grid grid-cols-2 gap-3">
          <Button look="secondary" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" isBusy={attribute.isPending}>
            {t('admin.receipts.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
