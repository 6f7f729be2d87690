import { RequestPasswordResetInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { describeCallError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { PageTitle } from '../../components/PageTitle.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Asks for a reset link. Says the same for every address. */
export function ForgotPasswordScreen() {
  const form = useForm({ resolver: zodResolver(RequestPasswordResetInput), defaultValues: { email: '' } });
  const request = trpc.auth.requestPasswordReset.useMutation();
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => void form.handleSubmit((values) => request.mutate(values))(event)}
    >
      <PageTitle>Forgot password</PageTitle>
      {request.isSuccess ? (
        <Notice look="positive">{request.data.message}</Notice>
      ) : (
        <>
          <Field
            label="Email"
            type="email"
            autoComplete="username"
            disabled={request.isPending}
            error={form.formState.errors.email?.message}
            {...form.register('email')}
          />
          {request.isError && (
            <Notice look="negative">
              {describeCallError(request.error, 'Something went wrong.').message}
            </Notice>
          )}
          <Button type="submit" className="w-full" isBusy={request.isPending}>
            Send reset link
          </Button>
        </>
      )}
      <Link to={paths.logIn} className="text-sm font-medium text-primary underline">
        Back to login
      </Link>
    </form>
  );
}
