import { LogInInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { describeCallError } from '../../api/errors.ts';
import { startSession } from '../../api/session.ts';
import { trpc } from '../../api/trpc.ts';
import { PageTitle } from '../../components/PageTitle.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Email and password; afterwards the dashboard. */
export function LogInScreen() {
  const navigate = useNavigate();
  const [isPasswordShown, setPasswordShown] = useState(false);
  const [failure, setFailure] = useState<string>();
  const form = useForm({ resolver: zodResolver(LogInInput), defaultValues: { email: '', password: '' } });
  const logIn = trpc.auth.logIn.useMutation({
    onSuccess: ({ token }) => {
      if (!startSession(token)) return setFailure('Failed to decode user info.');
      void navigate(paths.home);
    },
    onError: (error) => setFailure(describeCallError(error, 'Invalid email or password.').message),
  });
  const { errors } = form.formState;
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          setFailure(undefined);
          logIn.mutate(values);
        })(event)
      }
    >
      <PageTitle>Log in</PageTitle>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        end={
          form.watch('email').includes('@') && (
            <Check className="mr-3 text-positive" aria-label="Email looks valid" />
          )
        }
        {...form.register('email')}
      />
      <Field
        label="Password"
        type={isPasswordShown ? 'text' : 'password'}
        autoComplete="current-password"
        error={errors.password?.message}
        end={
          <Button
            look="quiet"
            className="min-h-10 px-3 text-sm"
            aria-pressed={isPasswordShown}
            onClick={() => setPasswordShown(!isPasswordShown)}
          >
            {isPasswordShown ? 'Hide' : 'Show'}
          </Button>
        }
        {...form.register('password')}
      />
      {failure !== undefined && <Notice look="negative">{failure}</Notice>}
      <Button type="submit" className="w-full" isBusy={logIn.isPending}>
        SIGN IN
      </Button>
      <p>
        <Link to={paths.forgotPassword} className="text-sm font-medium text-primary underline">
          Forgot password
        </Link>
      </p>
      <p className="text-sm text-text-2">
        No account yet?{' '}
        <Link to={paths.signUp} className="font-medium text-primary underline">
          Sign up
        </Link>
      </p>
    </form>
  );
}
