import { ResetPasswordInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { describeCallError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { PasswordField } from '../../components/account/PasswordField.tsx';
import { PasswordStrength } from '../../components/account/PasswordStrength.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { t, translateSentence } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

const REDIRECT_MS = 2_000;

/**
 * Sets a new password with the token of the link. The token leaves the address at once, where histories and logs would keep it, for the
 * state of the tab, which a reload keeps.
 */
export function ResetPasswordScreen() {
  const { token } = useParams();
  const { state } = useLocation();
  const [isDone, setDone] = useState(false);
  if (token !== undefined) {
    return <Navigate to={paths.resetPasswordWithoutToken} state={{ token }} replace />;
  }
  if (isDone) return <ResetDone />;
  const kept: unknown = state?.token;
  if (typeof kept !== 'string') return <NoToken />;
  return <ResetForm token={kept} onDone={() => setDone(true)} />;
}

/** The page was opened by itself: the mail has the link, or another mail. */
function NoToken() {
  return (
    <div className="space-y-5">
      <PageTitle>{t('reset.title')}</PageTitle>
      <p className="text-text-2">{t('reset.openAgain')}</p>
      <NewLink />
    </div>
  );
}

function NewLink() {
  return (
    <Link
      to={paths.forgotPassword}
      className="inline-flex min-h-6 items-center text-sm font-medium text-primary underline"
    >
      {t('reset.newLink')}
    </Link>
  );
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [confirmation, setConfirmation] = useState('');
  const [isMismatch, setMismatch] = useState(false);
  const form = useForm({
    resolver: zodResolver(ResetPasswordInput),
    defaultValues: { token, newPassword: '', endsOtherAccess: false },
  });
  const reset = trpc.auth.resetPassword.useMutation({ onSuccess: onDone });
  const failure = reset.isError ? describeCallError(reset.error, 'reset.failed') : undefined;
  const isAboutPassword = failure?.field === 'newPassword';
  const submit = form.handleSubmit((values) => {
    const isSame = values.newPassword === confirmation;
    setMismatch(!isSame);
    if (isSame) reset.mutate(values);
  });
  const { errors } = form.formState;
  return (
    <form noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
      <PageTitle>{t('reset.title')}</PageTitle>
      <div>
        <PasswordField
          label={t('field.newPassword')}
          autoComplete="new-password"
          disabled={reset.isPending}
          hint={t('password.hint')}
          error={
            isAboutPassword
              ? failure?.message
              : errors.newPassword?.message && translateSentence(errors.newPassword.message)
          }
          {...form.register('newPassword')}
        />
        <PasswordStrength password={form.watch('newPassword')} />
      </div>
      <PasswordField
        label={t('field.confirmPassword')}
        autoComplete="new-password"
        disabled={reset.isPending}
        value={confirmation}
        error={isMismatch ? t('password.mismatch') : undefined}
        onChange={(event) => setConfirmation(event.target.value)}
      />
      <label className="flex min-h-11 items-start gap-3 text-sm text-text-2">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-primary"
          {...form.register('endsOtherAccess')}
        />
        <span>{t('reset.endsOtherAccess')}</span>
      </label>
      {errors.token?.message !== undefined && (
        <Notice look="negative">{translateSentence(errors.token.message)}</Notice>
      )}
      {failure !== undefined && !isAboutPassword && <Notice look="negative">{failure.message}</Notice>}
      <Button type="submit" className="w-full" isBusy={reset.isPending}>
        {t('reset.submit')}
      </Button>
      <NewLink />
    </form>
  );
}

function ResetDone() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.logIn, { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div className="space-y-5">
      <PageTitle>{t('reset.title')}</PageTitle>
      <Notice look="positive">{t('reset.done')}</Notice>
      <Link
        to={paths.logIn}
        className="inline-flex min-h-6 items-center text-sm font-medium text-primary underline"
      >
        {t('reset.toLogin')}
      </Link>
    </div>
  );
}
