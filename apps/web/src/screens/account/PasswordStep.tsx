import { SetPasswordInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { describeCallError } from '../../api/errors.ts';
import { startSession } from '../../api/session.ts';
import { trpc } from '../../api/trpc.ts';
import { PageTitle } from '../../components/PageTitle.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { PasswordStrength } from '../../components/PasswordStrength.tsx';
import { t, translateSentence } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { clearSignUpProgress, type SignUpProgress } from './sign-up-progress.ts';

interface PasswordStepProps {
  readonly progress: SignUpProgress;
  /** Empty after a reload: then the server's cookie takes its place. */
  readonly signupToken: string;
  readonly onReferralCode: (referralCode: string) => void;
  readonly onStartAgain: () => void;
}

/** Step 3: the password, and who invited. */
export function PasswordStep({ progress, signupToken, onReferralCode, onStartAgain }: PasswordStepProps) {
  const navigate = useNavigate();
  const form = useForm({
    resolver: zodResolver(SetPasswordInput),
    defaultValues: {
      email: progress.email,
      password: '',
      referralCode: progress.referralCode,
      ...(signupToken === '' ? {} : { signupToken }),
    },
  });
  const logIn = trpc.auth.logIn.useMutation({
    onSuccess: ({ token }) => {
      if (startSession(token)) void navigate(paths.home, { replace: true });
      else goToLogIn();
    },
    // The account is there; only its session is not.
    onError: goToLogIn,
  });
  function goToLogIn(): void {
    void navigate(paths.logIn, { state: { signedUp: true, email: progress.email } });
  }
  const setPassword = trpc.auth.setPassword.useMutation({
    onSuccess: (_answer, { email, password }) => {
      clearSignUpProgress();
      logIn.mutate({ email, password });
    },
    onError: (error) => {
      const { code, message } = describeCallError(error, 'signup.failed');
      const field = getField(code);
      if (field !== undefined) form.setError(field, { message });
    },
  });
  const failure = setPassword.isError ? describeCallError(setPassword.error, 'signup.failed') : undefined;
  const { errors } = form.formState;
  const isInvited = progress.referralCode !== '' && form.watch('referralCode') === progress.referralCode;
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => void form.handleSubmit((values) => setPassword.mutate(values))(event)}
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
      {failure !== undefined && getField(failure.code) === undefined && (
        <Notice look="negative">{failure.message}</Notice>
      )}
      {failure?.code === 'SIGN_UP_NOT_VERIFIED' && (
        <Button look="secondary" className="w-full" onClick={onStartAgain}>
          {t('signup.again')}
        </Button>
      )}
      <Button type="submit" className="w-full" isBusy={setPassword.isPending || logIn.isPending}>
        {t('signup.password.submit')}
      </Button>
    </form>
  );
}

/** The field that a refusal is about. */
function getField(code: string): 'password' | 'referralCode' | undefined {
  if (code.startsWith('PASSWORD_')) return 'password';
  return code === 'REFERRAL_CODE_UNKNOWN' ? 'referralCode' : undefined;
}
