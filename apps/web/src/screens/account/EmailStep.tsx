import { SendOtpInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { describeCallError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { PageTitle } from '../../components/PageTitle.tsx';
import { Button } from '../../ui/Button.tsx';
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
    onSuccess: ({ resendAfter }, input) => onSent(input.email, Date.now() + resendAfter * MS_PER_S),
    onError: (error) =>
      form.setError('email', { message: describeCallError(error, 'Failed to send OTP.').message }),
  });
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => void form.handleSubmit((values) => sendOtp.mutate(values))(event)}
    >
      <PageTitle>Create Account</PageTitle>
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        hint="A code of six digits goes to this address."
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      <Button type="submit" className="w-full" isBusy={sendOtp.isPending}>
        Send OTP
      </Button>
    </form>
  );
}
