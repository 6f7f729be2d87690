import { SetPasswordInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { toast } from 'sonner';
import { describeCallError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { PageTitle } from '../../components/PageTitle.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { clearSignUpProgress, type SignUpProgress } from './sign-up-progress.ts';

/** Step 3: the password, and who invited. */
export function PasswordStep({ progress, signupToken }: { progress: SignUpProgress; signupToken: string }) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    resolver: zodResolver(SetPasswordInput),
    defaultValues: { email: progress.email, password: '', referralCode: progress.referralCode, signupToken },
  });
  const setPassword = trpc.auth.setPassword.useMutation({
    onSuccess: ({ message }) => {
      clearSignUpProgress();
      toast.success(message);
      void navigate(paths.logIn);
    },
    onError: (error) => setFailure(describeCallError(error, 'Failed to complete signup.').message),
  });
  const { errors } = form.formState;
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          setFailure(undefined);
          setPassword.mutate(values);
        })(event)
      }
    >
      <PageTitle>Set Password</PageTitle>
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="6 characters is the minimum, 12 is much safer."
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Field
        label="Referral code (optional)"
        autoComplete="off"
        error={errors.referralCode?.message}
        {...form.register('referralCode')}
      />
      {failure !== undefined && <Notice look="negative">{failure}</Notice>}
      <Button type="submit" className="w-full" isBusy={setPassword.isPending}>
        Complete Signup
      </Button>
    </form>
  );
}
