import { VerifyOtpInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { readDeviceClock } from '../../api/clock.ts';
import { describeCallError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { t, translateSentence } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { LocalMail } from './LocalMail.tsx';
import { MailDelay } from './MailDelay.tsx';
import { OtpInput } from './OtpInput.tsx';
import { ResendButton } from './ResendButton.tsx';
import type { SignUpProgress } from './sign-up-progress.ts';

const MS_PER_S = 1_000;
const OTP_LENGTH = 6;

interface OtpStepProps {
  readonly progress: SignUpProgress;
  readonly onVerified: (signupToken: string) => void;
  readonly onResent: (resendAt: number) => void;
  readonly onChangeEmail: () => void;
}

/** Step 2: the code from the mail. */
export function OtpStep({ progress, onVerified, onResent, onChangeEmail }: OtpStepProps) {
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    resolver: zodResolver(VerifyOtpInput),
    defaultValues: { email: progress.email, otp: '' },
  });
  const verifyOtp = trpc.auth.verifyOtp.useMutation({
    onSuccess: ({ signupToken }) => onVerified(signupToken),
    onError: (error) => {
      // Emptied: typed or pasted digits would otherwise change the last one only, and nothing would be sent.
      form.reset();
      form.setError('otp', { message: describeCallError(error, 'otp.verifyFailed').message });
      form.setFocus('otp');
    },
  });
  const resend = trpc.auth.sendOtp.useMutation({
    onSuccess: ({ resendAfter }) => onResent(readDeviceClock() + resendAfter * MS_PER_S),
    onError: (error) => setFailure(describeCallError(error, 'otp.sendFailed').message),
  });
  const submit = form.handleSubmit((values) => {
    if (!verifyOtp.isPending) verifyOtp.mutate(values);
  });
  const error = form.formState.errors.otp?.message;
  return (
    <form noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
      <PageTitle>{t('signup.otp.title')}</PageTitle>
      <p className="text-text-2">
        <span>{t('signup.otp.sent', { email: progress.email })}</span>{' '}
        <button
          type="button"
          className="inline-flex min-h-6 items-center font-medium text-primary underline"
          onClick={onChangeEmail}
        >
          {t('signup.otp.change')}
        </button>
      </p>
      <MailDelay />
      <LocalMail email={progress.email} />
      <Controller
        control={form.control}
        name="otp"
        render={({ field }) => (
          <OtpInput
            ref={field.ref}
            value={field.value}
            length={OTP_LENGTH}
            error={error && translateSentence(error)}
            onChange={field.onChange}
            onComplete={() => void submit()}
          />
        )}
      />
      {failure !== undefined && <Notice look="negative">{failure}</Notice>}
      <Button type="submit" className="w-full" isBusy={verifyOtp.isPending}>
        {t('signup.otp.submit')}
      </Button>
      <ResendButton
        resendAt={progress.resendAt}
        isBusy={resend.isPending}
        onResend={() => {
          setFailure(undefined);
          resend.mutate({ email: progress.email });
        }}
      />
    </form>
  );
}
