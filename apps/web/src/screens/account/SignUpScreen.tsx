import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmailStep } from './EmailStep.tsx';
import { OtpStep } from './OtpStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { loadSignUpProgress, type SignUpProgress, saveSignUpProgress } from './sign-up-progress.ts';

const STEPS = [1, 2, 3] as const;

/** Sign-up in three steps: email, code, password. */
export function SignUpScreen() {
  const { search } = useLocation();
  const [progress, setProgress] = useState(() => loadSignUpProgress(search));
  const [step, setStep] = useState<(typeof STEPS)[number]>(1);
  const [signupToken, setSignupToken] = useState('');
  const keep = (change: Partial<SignUpProgress>): void => {
    const next = { ...progress, ...change };
    saveSignUpProgress(next);
    setProgress(next);
  };
  return (
    <div className="space-y-5">
      <div>
        <p className="mb-2 text-[13px] font-medium text-text-3">Step {step} of 3</p>
        <div aria-hidden className="flex gap-2">
          {STEPS.map((one) => (
            <span
              key={one}
              className={classNames('h-1 flex-1 rounded-full', one <= step ? 'bg-primary' : 'bg-line')}
            />
          ))}
        </div>
      </div>
      {step === 1 && (
        <EmailStep
          email={progress.email}
          onSent={(email, resendAt) => {
            keep({ email, resendAt });
            setStep(2);
          }}
        />
      )}
      {step === 2 && (
        <OtpStep
          progress={progress}
          onResent={(resendAt) => keep({ resendAt })}
          onChangeEmail={() => setStep(1)}
          onVerified={(token) => {
            setSignupToken(token);
            setStep(3);
          }}
        />
      )}
      {step === 3 && <PasswordStep progress={progress} signupToken={signupToken} />}
      <p className="text-sm text-text-2">
        Already have an account?{' '}
        <Link to={paths.logIn} className="font-medium text-primary underline">
          Log in
        </Link>
      </p>
    </div>
  );
}
