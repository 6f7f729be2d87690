import { useState } from 'react';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { type StaffView, trpc } from '../api/trpc.ts';
import { ConfirmStep } from '../components/money/ConfirmStep.tsx';
import { t } from '../i18n/language.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Field } from '../ui/Field.tsx';

interface StaffRoleDialogProps {
  readonly member: StaffView;
  readonly onClose: () => void;
}

/** Makes an admin an auditor, or the other way round: old and new role, what the new one may do, and a reason for the audit log. */
export function StaffRoleDialog({ member, onClose }: StaffRoleDialogProps) {
  const [reason, setReason] = useState('');
  // The list changes while the dialog closes.
  const [{ id, email, role: before }] = useState(member);
  const role = before === 'admin' ? 'auditor' : 'admin';
  const utils = trpc.useUtils();
  const change = trpc.users.changeStaffRole.useMutation({
    onSuccess: () => {
      notify.success(t('admin.actionDone'));
      onClose();
    },
    onSettled: () => utils.users.invalidate(),
  });
  return (
    <Dialog title={t(role === 'auditor' ? 'admin.staff.toAuditor' : 'admin.staff.toAdmin')} onClose={onClose}>
      <div className="space-y-5">
        <Facts
          facts={[
            [
              t('admin.users.email'),
              <span key="email" className="break-all">
                {email}
              </span>,
            ],
            [t('admin.users.role'), `${t(`admin.users.${before}`)} → ${t(`admin.users.${role}`)}`],
          ]}
        />
        <p className="text-sm text-text-2">{t(`admin.staff.may.${role}`)}</p>
        <ConfirmStep
          failure={change.isError ? describeCallError(change.error, 'call.failed') : undefined}
          needsCode={false}
          isBusy={change.isPending}
          submitText={t('admin.staff.changeNow')}
          onSubmit={(totp) => change.mutate({ id, role, reason, ...(totp !== undefined && { totp }) })}
        >
          <Field
            label={t('admin.users.reason')}
            hint={t('admin.staff.reasonHint')}
            value={reason}
            autoComplete="off"
            onChange={(event) => setReason(event.target.value)}
          />
        </ConfirmStep>
      </div>
    </Dialog>
  );
}
