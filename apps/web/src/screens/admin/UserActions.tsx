import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { trpc, type UserView } from '../../api/trpc.ts';
import { useCodeField } from '../../components/account/use-code-field.tsx';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';

/** Actions of an admin on an account, each with a reason that the audit log keeps. */
export function UserActions({ id, isLocked }: { id: UserView['id']; isLocked: boolean }) {
  const utils = trpc.useUtils();
  const [reason, setReason] = useState('');
  const options = {
    onSuccess: () => {
      notify.success(t('admin.actionDone'));
      setReason('');
      void utils.users.invalidate();
      void utils.audit.invalidate();
    },
  };
  const lock = trpc.users.lockUser.useMutation(options);
  const unlock = trpc.users.unlockUser.useMutation(options);
  const endSessions = trpc.users.endSessionsOf.useMutation(options);
  const all = [lock, unlock, endSessions];
  const isBusy = all.some((one) => one.isPending);
  const [change, other] = isLocked ? [unlock, lock] : [lock, unlock];
  // Also of the request that the page no longer offers: the account may be locked before the lost answer is told.
  const failed = [endSessions, other].find((one) => one.isError);
  const press = (run: () => void): void => {
    for (const one of all) one.reset();
    run();
  };
  const code = useCodeField(change, (totp) => change.mutate({ id, reason, totp }));
  return (
    <Card title={t('admin.users.actions')}>
      <div className="space-y-3">
        <Field
          label={t('admin.users.reason')}
          value={reason}
          autoComplete="off"
          hint={t('admin.users.reasonHint')}
          error={code.failure?.message ?? (failed && describeCallError(failed.error, 'call.failed').message)}
          onChange={(event) => setReason(event.target.value)}
        />
        {code.field}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button
            look="secondary"
            isBusy={isBusy}
            onClick={() => press(() => endSessions.mutate({ id, reason }))}
          >
            {t('admin.users.endSessions')}
          </Button>
          <Button isBusy={isBusy} onClick={() => press(() => change.mutate({ id, reason, totp: code.totp }))}>
            {t(isLocked ? 'admin.users.unlock' : 'admin.users.lock')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
