import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notifyIfLost } from '../../api/notify-if-lost.ts';
import { trpc } from '../../api/trpc.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';

/** The stop button: one press asks for a reason, the next one stops all payouts. */
export function HaltPayouts() {
  const utils = trpc.useUtils();
  const [isAsked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const halt = trpc.treasury.haltPayouts.useMutation({
    onError: notifyIfLost,
    onSuccess: () => utils.treasury.invalidate(),
  });
  if (!isAsked)
    return (
      <Button look="quiet" className="mt-1 -ml-5 min-h-11 text-sm" onClick={() => setAsked(true)}>
        {t('admin.treasury.halt')}
      </Button>
    );
  return (
    <form
      className="mt-3 space-y-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        halt.mutate({ reason });
      }}
    >
      <p className="text-sm text-text-2">{t('admin.treasury.haltMeans')}</p>
      <Field
        label={t('admin.treasury.whyHalt')}
        value={reason}
        autoComplete="off"
        autoFocus
        error={halt.isError ? describeCallError(halt.error, 'call.failed').message : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button type="submit" isBusy={halt.isPending}>
          {t('admin.treasury.haltNow')}
        </Button>
        <Button look="secondary" onClick={() => setAsked(false)}>
          {t('dialog.cancel')}
        </Button>
      </div>
    </form>
  );
}
