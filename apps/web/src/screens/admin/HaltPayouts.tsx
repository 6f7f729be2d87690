import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notifyIfLost } from '../../api/notify-if-lost.ts';
import { trpc } from '../../api/trpc.ts';
import { CancelButton } from '../../components/frame/CancelButton.tsx';
import { MoneyForm } from '../../components/money/MoneyButton.tsx';
import { useMoneyRequest } from '../../components/money/use-money-request.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';

/** The stop button: one press asks for a reason, the next one stops all payouts. */
export function HaltPayouts() {
  const utils = trpc.useUtils();
  const [isAsked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const halt = trpc.hotWallet.haltPayouts.useMutation({
    onError: notifyIfLost,
    onSuccess: () => utils.hotWallet.invalidate(),
  });
  const send = useMoneyRequest(halt.mutate);
  if (!isAsked)
    return (
      <Button look="quiet" className="mt-1 -ml-5 min-h-11 text-sm" onClick={() => setAsked(true)}>
        {t('admin.hotWallet.halt')}
      </Button>
    );
  return (
    <MoneyForm
      className="mt-3 space-y-3"
      failure={undefined}
      isBusy={halt.isPending}
      submitText={t('admin.hotWallet.haltNow')}
      onMoney={(press) => send(press, { reason })}
      beside={<CancelButton isBusy={halt.isPending} onCancel={() => setAsked(false)} />}
    >
      <p className="text-sm text-text-2">{t('admin.hotWallet.haltMeans')}</p>
      <Field
        label={t('admin.hotWallet.whyHalt')}
        value={reason}
        autoComplete="off"
        autoFocus
        error={halt.isError ? describeCallError(halt.error, 'call.failed').message : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </MoneyForm>
  );
}
