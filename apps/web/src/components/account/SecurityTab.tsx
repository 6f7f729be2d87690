import { ChangePasswordInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { trpc } from '../../api/trpc.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Form } from '../frame/Form.tsx';
import { PasswordField } from './PasswordField.tsx';
import { PasswordStrength } from './PasswordStrength.tsx';
import { SessionsCard } from './SessionsCard.tsx';

/** Password and sessions of the user. */
export function SecurityTab() {
  return (
    <>
      <PasswordCard />
      <SessionsCard />
    </>
  );
}

function PasswordCard() {
  const utils = trpc.useUtils();
  const [confirmation, setConfirmation] = useState('');
  const [isMismatch, setMismatch] = useState(false);
  const form = useForm({
    resolver: zodResolver(ChangePasswordInput),
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const change = trpc.users.changePassword.useMutation({
    onSuccess: () => {
      notify.success(t('security.changed'));
      form.reset();
      setConfirmation('');
      void utils.users.listSessions.invalidate();
      // The back office opens, or asks for the next thing.
      void utils.notices.listNotices.invalidate();
    },
    onError: (error) => {
      const { field, message } = describeCallError(error, 'call.failed');
      form.setError(field === 'newPassword' ? 'newPassword' : 'currentPassword', { message });
    },
  });
  const submit = form.handleSubmit((values) => {
    const isSame = values.newPassword === confirmation;
    setMismatch(!isSame);
    if (isSame) change.mutate(values);
  });
  const { errors } = form.formState;
  return (
    <Card title={t('security.password')}>
      <Form
        failure={undefined}
        isBusy={change.isPending}
        submitText={t('security.update')}
        onSubmit={() => void submit()}
      >
        <PasswordField
          label={t('field.currentPassword')}
          autoComplete="current-password"
          error={errors.currentPassword?.message && translateSentence(errors.currentPassword.message)}
          {...form.register('currentPassword')}
        />
        <div>
          <PasswordField
            label={t('field.newPassword')}
            autoComplete="new-password"
            hint={t('password.hint')}
            error={errors.newPassword?.message && translateSentence(errors.newPassword.message)}
            {...form.register('newPassword')}
          />
          <PasswordStrength password={form.watch('newPassword')} />
        </div>
        <PasswordField
          label={t('field.confirmPassword')}
          autoComplete="new-password"
          value={confirmation}
          error={isMismatch ? t('password.mismatch') : undefined}
          onChange={(event) => setConfirmation(event.target.value)}
        />
        {change.isSuccess && <Notice look="positive">{t('security.changed')}</Notice>}
      </Form>
    </Card>
  );
}
