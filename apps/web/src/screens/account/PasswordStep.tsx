import { SetPasswordInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { describeCallError } from '../../api/errors.ts';
import { startSession } from '../../api/session.ts';
import { trpc } from '../../api/trpc.ts';
import { PasswordField } from '../../components/account/PasswordField.tsx';
import { PasswordStrength } from '../../components/account/PasswordStrength.tsx';
import { Form } from '../../components/frame/Form.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { t, translateSentence } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { clearSignUpProgress, type SignUpProgress } from './sign-up-progress.ts';

interface PasswordStepProps {
  readonly progress: SignUpProgress;
  /** Empty after a reload: then the server's cookie takes its place. */
  readonly signupToken: string;
  readonly onReferralCode: (referralCode: string) => void;
  readonly onStartAgain: () => void;
}

/** Step 3: the password and the referral code. */
export function PasswordStep({ progress, signupToken, onReferralCode, onStartAgain }: PasswordStepProps) {
  const form = useForm({
    resolver: zodResolver(SetPasswordInput),
    defaultValues: {
      email: progress.email,
      password: '',
      referralCode: progress.referralCode,
      ...(signupToken === '' ? {} : { signupToken }),
    },
  });
  const logIn = useFirstLogIn(progress.email);
  const setPassword = trpc.auth.setPassword.useMutation({
    onSuccess: (_answer, { email, password }) => {
      clearSignUpProgress();
      logIn.mutate({ email, password });
    },
    onError: (error) => {
      const { field, message } = describeCallError(error, 'signup.failed');
      if (field === 'password') form.setError('password', { message });
      if (field === 'referralCode') form.setError('referralCode', { message });
    },
  });
  const failure = setPassword.isError ? describeCallError(setPassword.error, 'signup.failed') : undefined;
  const isShownAtField = failure?.field === 'password' || failure?.field === 'referralCode';
  const { errors } = form.formState;
  const isInvited = progress.referralCode !== '' && form.watch('referralCode') === progress.referralCode;
  return (
    <Form
      failure={isShownAtField ? undefined : failure?.message}
      isBusy={setPassword.isPending || logIn.isPending}
      isWide
      submitText={t('signup.password.submit')}
      onSubmit={() => void form.handleSubmit((values) => setPassword.mutate(values))()}
    >
      <PageTitle>{t('signup.password.title')}</PageTitle>
      {/* Tells password managers which account the new password belongs to. */}
      <input type="hidden" autoComplete="username" value={progress.email} readOnly />
      <div>
        <PasswordField
          label={t('field.password')}
          autoComplete="new-password"
          hint={t('password.hint')}
          error={errors.password?.message && translateSentence(errors.password.message)}
          {...form.register('password')}
        />
        <PasswordStrength password={form.watch('password')} />
      </div>
      <Field
        label={t('field.referralCode')}
        autoComplete="off"
        hint={isInvited ? t('signup.password.invited') : undefined}
        error={errors.referralCode?.message && translateSentence(errors.referralCode.message)}
        {...form.register('referralCode', { onBlur: (event) => onReferralCode(String(event.target.value)) })}
      />
      {failure?.code === 'SIGN_UP_NOT_VERIFIED' && (
        <Button look="secondary" className="w-full" onClick={onStartAgain}>
          {t('signup.again')}
        </Button>
      )}
    </Form>
  );
}

/** Logs a new account in. Without a session its owner logs in by hand: the account exists. */
function useFirstLogIn(email: string) {
  const navigate = useNavigate();
  const goToLogIn = (): void => void navigate(paths.logIn, { state: { signedUp: true, email } });
  return trpc.auth.logIn.useMutation({
    onSuccess: ({ token }) => {
      if (startSession(token)) void navigate(paths.home, { replace: true });
      else goToLogIn();
    },
    onError: goToLogIn,
  });
}
