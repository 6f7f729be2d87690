import { RequestPasswordResetInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { describeCallError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { t, translateSentence } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { MailDelay } from './MailDelay.tsx';

/** Asks for a reset link. Says the same for every address. */
export function ForgotPasswordScreen() {
  const form = useForm({ resolver: zodResolver(RequestPasswordResetInput), defaultValues: { email: '' } });
  const request = trpc.auth.requestPasswordReset.useMutation();
  const error = form.formState.errors.email?.message;
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => void form.handleSubmit((values) => request.mutate(values))(event)}
    >
      <PageTitle>{t('forgot.title')}</PageTitle>
      {request.isSuccess ? (
        <>
          <Notice look="positive">{t('forgot.sent')}</Notice>
          <MailDelay />
        </>
      ) : (
        <>
          <Field
            label={t('field.email')}
            type="email"
            autoComplete="username"
            disabled={request.isPending}
            error={error && translateSentence(error)}
            {...form.register('email')}
          />
          {request.isError && (
            <Notice look="negative">{describeCallError(request.error, 'forgot.failed').message}</Notice>
          )}
          <Button type="submit" className="w-full" isBusy={request.isPending}>
            {t('forgot.submit')}
          </Button>
        </>
      )}
      <Link
        to={paths.logIn}
        className="inline-flex min-h-6 items-center text-sm font-medium text-primary underline"
      >
        {t('forgot.back')}
      </Link>
    </form>
  );
}
