import { UpdateProfileInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { type ProfileView, trpc } from '../../api/trpc.ts';
import { Form } from '../../components/frame/Form.tsx';
import { t, translateSentence } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** The user's name. */
export function ProfileTab({ profile }: { profile: ProfileView }) {
  const utils = trpc.useUtils();
  const form = useForm({
    resolver: zodResolver(UpdateProfileInput),
    defaultValues: { userName: profile.userName },
  });
  const update = trpc.users.updateProfile.useMutation({
    onSuccess: () => {
      notify.success(t('profile.saved'));
      void utils.auth.getMe.invalidate();
    },
    onError: (error) =>
      form.setError('userName', { message: describeCallError(error, 'call.failed').message }),
  });
  const error = form.formState.errors.userName?.message;
  return (
    <Card title={t('settings.tab.profile')}>
      <Form
        failure={undefined}
        isBusy={update.isPending}
        submitText={t('profile.save')}
        onSubmit={() => void form.handleSubmit((values) => update.mutate(values))()}
      >
        <Field
          label={t('field.userName')}
          autoComplete="nickname"
          error={error && translateSentence(error)}
          {...form.register('userName')}
        />
        {update.isSuccess && <Notice look="positive">{t('profile.saved')}</Notice>}
      </Form>
    </Card>
  );
}
