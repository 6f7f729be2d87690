import { SendOtpInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { readDeviceClock } from '../../api/clock.ts';
import { describeCallError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { Form } from '../../components/frame/Form.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { t, translateSentence } from '../../i18n/language.ts';
import { Field } from '../../ui/Field.tsx';

const MS_PER_S = 1_000;

/** Step 1: the address that a code is sent to. */
export function EmailStep({
  email,
  onSent,
}: {
  email: string;
  onSent: (email: string, resendAt: number) => void;
}) {
  const form = useForm({ resolver: zodResolver(SendOtpInput), defaultValues: { email } });
  const sendOtp = trpc.auth.sendOtp.useMutation({
    onSuccess: ({ resendAfter }, input) => onSent(input.email, readDeviceClock() + resendAfter * MS_PER_S),
    onError: (error) =>
      form.setError('email', { message: describeCallError(error, 'otp.sendFailed').message }),
  });
  const error = form.formState.errors.email?.message;
  return (
    <Form
      failure={undefined}
      isBusy={sendOtp.isPending}
      isWide
      submitText={t('signup.email.submit')}
      onSubmit={() => void form.handleSubmit((values) => sendOtp.mutate(values))()}
    >
      <PageTitle>{t('signup.email.title')}</PageTitle>
      <Field
        label={t('field.email')}
        type="email"
        autoComplete="email"
        hint={t('signup.email.hint')}
        error={error && translateSentence(error)}
        {...form.register('email')}
      />
    </Form>
  );
}
