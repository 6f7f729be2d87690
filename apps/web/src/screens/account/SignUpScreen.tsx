import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmailStep } from './EmailStep.tsx';
import { OtpStep } from './OtpStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { loadSignUpProgress, type SignUpProgress, saveSignUpProgress } from './sign-up-progress.ts';

const STEPS = [1, 2, 3] as const;

/** Sign-up in three steps: email, code, password. A reload goes on where it was. */
export function SignUpScreen() {
  const { search } = useLocation();
  const [progress, setProgress] = useState(() => loadSignUpProgress(search));
  const [signupToken, setSignupToken] = useState('');
  const { step } = progress;
  const keep = (change: Partial<SignUpProgress>): void => {
    const next = { ...progress, ...change };
    saveSignUpProgress(next);
    setProgress(next);
  };
  return (
    <div className="space-y-5">
      <div>
        <p className="mb-2 text-[13px] font-medium text-text-3">{t('signup.step', { step })}</p>
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
        <EmailStep email={progress.email} onSent={(email, resendAt) => keep({ email, resendAt, step: 2 })} />
      )}
      {step === 2 && (
        <OtpStep
          progress={progress}
          onResent={(resendAt) => keep({ resendAt })}
          onChangeEmail={() => keep({ step: 1 })}
          onVerified={(token) => {
            setSignupToken(token);
            keep({ step: 3 });
          }}
        />
      )}
      {step === 3 && (
        <PasswordStep
          progress={progress}
          signupToken={signupToken}
          onReferralCode={(referralCode) => keep({ referralCode })}
          onStartAgain={() => keep({ step: 1 })}
        />
      )}
      <section
        aria-label={t('signup.about.title')}
        className="rounded-card border border-line bg-surface p-5"
      >
        <h2 className="mb-2 font-semibold">{t('signup.about.title')}</h2>
        <ul className="list-disc space-y-1 pl-5 text-sm text-text-2">
          <li>{t('signup.about.can')}</li>
          <li>{t('signup.about.cannot')}</li>
          <li>{t('signup.about.value')}</li>
        </ul>
      </section>
      <p className="text-sm text-text-2">
        <span>{t('signup.haveAccount')}</span>{' '}
        <Link
          to={paths.logIn}
          className="inline-flex min-h-6 items-center font-medium text-primary underline"
        >
          {t('signup.logIn')}
        </Link>
      </p>
    </div>
  );
}
