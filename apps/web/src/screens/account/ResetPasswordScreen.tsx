import { ResetPasswordInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { describeCallError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { PageTitle } from '../../components/PageTitle.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';

const REDIRECT_MS = 2_000;

/** Sets a new password with the token of the link. The token leaves the address at once, where histories would keep it. */
export function ResetPasswordScreen() {
  const navigate = useNavigate();
  const { token = '' } = useParams();
  const [confirmation, setConfirmation] = useState('');
  const [mismatch, setMismatch] = useState<string>();
  const form = useForm({
    resolver: zodResolver(ResetPasswordInput),
    defaultValues: { token, newPassword: '' },
  });
  const reset = trpc.auth.resetPassword.useMutation();
  useEffect(() => window.history.replaceState(null, '', '/reset-password'), []);
  useEffect(() => {
    if (!reset.isSuccess) return;
    const timer = setTimeout(() => void navigate(paths.logIn), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [reset.isSuccess, navigate]);
  if (reset.isSuccess) {
    return (
      <div className="space-y-5">
        <PageTitle>Reset password</PageTitle>
        <Notice look="positive">{reset.data.message}</Notice>
        <Link to={paths.logIn} className="text-sm font-medium text-primary underline">
          Go to login
        </Link>
      </div>
    );
  }
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          const isSame = values.newPassword === confirmation;
          setMismatch(isSame ? undefined : 'Passwords do not match.');
          if (isSame) reset.mutate(values);
        })(event)
      }
    >
      <PageTitle>Reset password</PageTitle>
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        disabled={reset.isPending}
        hint="6 characters is the minimum, 12 is much safer."
        error={form.formState.errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      <Field
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        disabled={reset.isPending}
        value={confirmation}
        error={mismatch}
        onChange={(event) => setConfirmation(event.target.value)}
      />
      {reset.isError && (
        <Notice look="negative">{describeCallError(reset.error, 'Failed to reset password.').message}</Notice>
      )}
      <Button type="submit" className="w-full" isBusy={reset.isPending}>
        Set new password
      </Button>
    </form>
  );
}
