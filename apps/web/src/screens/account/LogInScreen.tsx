import { LogInInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { describeCallError } from '../../api/errors.ts';
import { getSession, STAFF_ROLES, startSession, useIsExpired } from '../../api/session.ts';
import { trpc } from '../../api/trpc.ts';
import { PageTitle } from '../../components/PageTitle.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { useIsReady } from '../../components/use-is-ready.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';

const PasskeyLogIn = lazy(async () => ({ default: (await import('./PasskeyLogIn.tsx')).PasskeyLogIn }));

const LINK = 'inline-flex min-h-6 items-center font-medium text-primary underline';
const LOOKS_VALID = /^[^\s@]+@[^\s@.]+\.\S+$/;

/** Email and password; afterwards the dashboard, or the back office for admins. */
export function LogInScreen() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const isExpired = useIsExpired();
  const isReady = useIsReady();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ resolver: zodResolver(LogInInput), defaultValues: { email: '', password: '' } });
  const [needsCode, setNeedsCode] = useState(false);
  const [hasPasskey, setHasPasskey] = useState(false);
  const enter = ({ token }: { token: string }): void => {
    if (!token || !startSession(token)) {
      setFailure(t(token ? 'login.undecodable' : 'login.noToken'));
      return;
    }
    const session = getSession();
    const isStaff = typeof session === 'object' && session.roles.some((role) => STAFF_ROLES.includes(role));
    void navigate(isStaff ? paths.admin : paths.home);
  };
  const logIn = trpc.auth.logIn.useMutation({
    onSuccess: enter,
    onError: (error) => {
      const { code, message, details } = describeCallError(error, 'login.failed');
      const isAsked = code === 'SECOND_FACTOR_REQUIRED';
      if (isAsked) setNeedsCode(true);
      if (isAsked) setHasPasskey(Number(details?.['passkeys']) > 0);
      // The password was right: only the code is missing, which is no mistake the first time.
      if (!isAsked || needsCode) setFailure(message);
      if (!needsCode && !isAsked) form.setFocus('password');
    },
  });
  const submit = form.handleSubmit((values) => {
    setFailure(undefined);
    logIn.mutate(values);
  });
  const { errors } = form.formState;
  return (
    <form noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
      <PageTitle>{t('login.title')}</PageTitle>
      {isExpired && <Notice look="warning">{t('session.expired')}</Notice>}
      {state?.signedUp === true && <Notice look="positive">{t('login.signedUp')}</Notice>}
      <Field
        label={t('field.email')}
        type="email"
        autoComplete="username"
        disabled={!isReady}
        error={errors.email?.message && translateSentence(errors.email.message)}
        end={
          LOOKS_VALID.test(form.watch('email')) ? (
            <span
              role="img"
              className="mr-4 font-semibold text-positive"
              aria-label={t('login.emailLooksValid')}
            >
              ✓
            </span>
          ) : undefined
        }
        {...form.register('email')}
      />
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        disabled={!isReady}
        error={errors.password?.message && translateSentence(errors.password.message)}
        {...form.register('password')}
      />
      {needsCode && (
        <Field
          label={t('login.code')}
          autoComplete="one-time-code"
          error={errors.totp?.message && translateSentence(errors.totp.message)}
          {...form.register('totp', { setValueAs: (value: string) => value.trim() || undefined })}
          // It is asked for after a press on the button, so the focus belongs here.
          autoFocus
        />
      )}
      {failure !== undefined && <Notice look="negative">{failure}</Notice>}
      <Button type="submit" className="w-full" isBusy={logIn.isPending}>
        {t('login.submit')}
      </Button>
      {(!needsCode || hasPasskey) && (
        <div className="min-h-12">
          {isReady && (
            <Suspense>
              <PasskeyLogIn
                // After the password any passkey of the account will do; without it the browser offers those that it knows.
                account={needsCode ? form.getValues() : undefined}
                onSession={enter}
              />
            </Suspense>
          )}
        </div>
      )}
      <p className="text-sm">
        <Link to={paths.forgotPassword} className={LINK}>
          {t('login.forgot')}
        </Link>
      </p>
      <p className="text-sm text-text-2">
        {t('login.noAccount')}{' '}
        <Link to={paths.signUp} className={LINK}>
          {t('login.signUp')}
        </Link>
      </p>
    </form>
  );
}
