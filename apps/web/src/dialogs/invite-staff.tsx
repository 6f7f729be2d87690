import { Email } from '@glasspool/core';
import { useState } from 'react';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { trpc } from '../api/trpc.ts';
import { Form } from '../components/frame/Form.tsx';
import { ConfirmStep } from '../components/money/ConfirmStep.tsx';
import { t, translateSentence } from '../i18n/language.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';

const ROLES = ['auditor', 'admin'] as const;

/** Invites an admin or auditor: address and role, then a review with what the role may do. */
export function InviteStaffDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('auditor');
  const [mistake, setMistake] = useState<string>();
  const [isReviewing, setReviewing] = useState(false);
  const utils = trpc.useUtils();
  const invite = trpc.users.inviteStaff.useMutation({
    onSuccess: () => {
      notify.success(t('admin.staff.sent', { email: email.trim() }));
      onClose();
    },
    // An answer that was lost may have made the account.
    onSettled: () => utils.users.listStaff.invalidate(),
  });
  const review = (): void => {
    const { error } = Email.safeParse(email);
    setMistake(error?.issues[0]?.message);
    setReviewing(error === undefined);
  };
  return (
    <Dialog title={t('admin.staff.invite')} onClose={onClose}>
      {isReviewing ? (
        <div className="space-y-5">
          <Facts
            facts={[
              [
                t('admin.users.email'),
                <span key="email" className="break-all">
                  {email.trim()}
                </span>,
              ],
              [t('admin.users.role'), t(`admin.users.${role}`)],
            ]}
          />
          <p className="text-sm text-text-2">{t(`admin.staff.may.${role}`)}</p>
          <ConfirmStep
            failure={invite.isError ? describeCallError(invite.error, 'call.failed') : undefined}
            needsCode={false}
            isBusy={invite.isPending}
            submitText={t('admin.staff.send')}
            onBack={() => setReviewing(false)}
            onSubmit={(totp) => invite.mutate({ email, role, ...(totp !== undefined && { totp }) })}
          />
        </div>
      ) : (
        <InviteForm
          invitation={{ email, role }}
          mistake={mistake}
          onEmail={setEmail}
          onRole={setRole}
          onReview={review}
        />
      )}
    </Dialog>
  );
}

type Role = (typeof ROLES)[number];

interface InviteFormProps {
  readonly invitation: { readonly email: string; readonly role: Role };
  readonly mistake: string | undefined;
  readonly onEmail: (email: string) => void;
  readonly onRole: (role: Role) => void;
  readonly onReview: () => void;
}

function InviteForm({ invitation: { email, role }, mistake, onEmail, onRole, onReview }: InviteFormProps) {
  return (
    <Form failure={undefined} isBusy={false} isWide submitText={t('admin.staff.review')} onSubmit={onReview}>
      <Field
        label={t('admin.users.email')}
        type="email"
        autoComplete="off"
        value={email}
        error={mistake === undefined ? undefined : translateSentence(mistake)}
        onChange={(event) => onEmail(event.target.value)}
      />
      <Select
        label={t('admin.users.role')}
        value={role}
        choices={ROLES.map((value) => ({ value, label: t(`admin.users.${value}`) }))}
        onChange={onRole}
      />
      <p className="text-sm text-text-2">{t(`admin.staff.may.${role}`)}</p>
    </Form>
  );
}
