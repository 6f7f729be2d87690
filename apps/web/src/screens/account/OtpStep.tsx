import { VerifyOtpInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { describeCallError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { PageTitle } from '../../components/PageTitle.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { SignUpProgress } from './sign-up-progress.ts';

const MS_PER_S = 1_000;

interface OtpStepProps {
  readonly progress: SignUpProgress;
  readonly onVerified: (signupToken: string) => void;
  readonly onResent: (resendAt: number) => void;
  readonly onChangeEmail: () => void;
}

/** Step 2: the code from the mail. */
export function OtpStep({ progress, onVerified, onResent, onChangeEmail }: OtpStepProps) {
  const secondsLeft = useSecondsUntil(progress.resendAt);
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    resolver: zodResolver(VerifyOtpInput),
    defaultValues: { email: progress.email, otp: '' },
  });
  const verifyOtp = trpc.auth.verifyOtp.useMutation({
    onSuccess: ({ signupToken }) => onVerified(signupToken),
    onError: (error) =>
      form.setError('otp', { message: describeCallError(error, 'Invalid OTP or server error.').message }),
  });
  const resend = trpc.auth.sendOtp.useMutation({
    onSuccess: ({ resendAfter }) => onResent(Date.now() + resendAfter * MS_PER_S),
    onError: (error) => setFailure(describeCallError(error, 'Failed to send OTP.').message),
  });
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => void form.handleSubmit((values) => verifyOtp.mutate(values))(event)}
    >
      <PageTitle>Verify OTP</PageTitle>
      <p className="text-text-2">
        If {progress.email} can sign up, a code is in its mailbox.{' '}
        <button type="button" className="font-medium text-primary underline" onClick={onChangeEmail}>
          Change email
        </button>
      </p>
      <Field
        label="OTP"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        error={form.formState.errors.otp?.message}
        {...form.register('otp')}
      />
      {failure !== undefined && <Notice look="negative">{failure}</Notice>}
      <Button type="submit" className="w-full" isBusy={verifyOtp.isPending}>
        Verify OTP
      </Button>
      <Button
        look="secondary"
        className="w-full"
        disabled={secondsLeft > 0}
        isBusy={resend.isPending}
        onClick={() => resend.mutate({ email: progress.email })}
      >
        {secondsLeft > 0 ? `Resend OTP in ${secondsLeft}s` : 'Resend OTP'}
      </Button>
    </form>
  );
}

/** Whole seconds until a moment, counting down. */
function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MS_PER_S);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((at - now) / MS_PER_S));
}
