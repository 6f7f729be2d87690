import { type FormEvent, useRef, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { describeCallError } from '../../api/errors.ts';
import { type Session, STAFF_ROLES, startSession, useIsExpired, useSession } from '../../api/session.ts';
import { trpc } from '../../api/trpc.ts';
import { PasswordField } from '../../components/account/PasswordField.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { Part } from '../../components/frame/Part.tsx';
import { useIsReady } from '../../components/frame/use-is-ready.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';

const PasskeyLogIn = lazyPage(async () => (await import('./PasskeyLogIn.tsx')).PasskeyLogIn);
/** The contract comes when a field is entered: the page itself has to be light. */
const importChecks = () => import('./log-in-checks.ts');

const LINK = 'inline-flex min-h-6 items-center font-medium text-primary underline';
const LOOKS_VALID = /^[^\s@]+@[^\s@.]+\.\S+$/;

type Typed = Readonly<Record<'email' | 'password' | 'totp', string>>;

/** State of a login: what is typed, what is wrong with it, and whether the server asked for a code. */
function useLogIn(email: string) {
  const [failure, setFailure] = useState<string>();
  const [typed, setTyped] = useState<Typed>({ email, password: '', totp: '' });
  const [errors, setErrors] = useState<Readonly<Partial<Record<string, string>>>>({});
  const [needsCode, setNeedsCode] = useState(false);
  const [hasPasskey, setHasPasskey] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const enter = ({ token }: { token: string }): void => {
    if (!token || !startSession(token)) setFailure(t(token ? 'login.undecodable' : 'login.noToken'));
  };
  const logIn = trpc.auth.logIn.useMutation({
    onSuccess: enter,
    onError: (error) => {
      const { code, message, details } = describeCallError(error, 'login.noAnswer');
      const isAsked = code === 'TWO_FACTOR_REQUIRED';
      if (isAsked) setNeedsCode(true);
      if (isAsked) setHasPasskey(Number(details?.['passkeys']) > 0);
      // The password was right: only the code is missing, which is not a mistake the first time.
      if (!isAsked || needsCode) setFailure(message);
      if (!needsCode && !isAsked) password.current?.focus();
    },
  });
  const submit = async (): Promise<void> => {
    setFailure(undefined);
    try {
      const { checkLogIn } = await importChecks();
      const checked = checkLogIn({ ...typed, totp: typed.totp.trim() || undefined });
      setErrors('errors' in checked ? checked.errors : {});
      if ('input' in checked) logIn.mutate(checked.input);
    } catch {
      setFailure(t('login.noAnswer'));
    }
  };
  const getField = (name: keyof Typed) => ({
    name,
    value: typed[name],
    error: errors[name] && translateSentence(errors[name]),
    onChange: (event: FormEvent<HTMLInputElement>) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
  });
  return {
    failure,
    typed,
    needsCode,
    hasPasskey,
    password,
    isBusy: logIn.isPending,
    enter,
    submit,
    getField,
  };
}

/** Email and password; afterwards the dashboard, or the back office for admins. */
export function LogInScreen() {
  const { state } = useLocation();
  const session = useSession();
  const isExpired = useIsExpired();
  const isReady = useIsReady();
  const login = useLogIn(String(state?.email ?? ''));
  const { needsCode, typed } = login;
  if (session !== undefined) return <Navigate to={findStart(session, state?.from)} replace />;
  return (
    <form
      noValidate
      className="space-y-5"
      onFocus={() => void importChecks().catch(() => undefined)}
      onSubmit={(event) => {
        event.preventDefault();
        void login.submit();
      }}
    >
      <PageTitle>{t('login.title')}</PageTitle>
      {isExpired && <Notice look="warning">{t('session.expired')}</Notice>}
      {state?.signedUp === true && <Notice look="positive">{t('login.signedUp')}</Notice>}
      <Field
        label={t('field.email')}
        type="email"
        autoComplete="username"
        disabled={!isReady}
        end={LOOKS_VALID.test(typed.email) ? <ValidMark /> : undefined}
        {...login.getField('email')}
      />
      <PasswordField
        ref={login.password}
        label={t('field.password')}
        autoComplete="current-password"
        disabled={!isReady}
        {...login.getField('password')}
      />
      {needsCode && (
        // It is asked for after a press on the button, so the focus belongs here.
        <Field label={t('login.code')} autoComplete="one-time-code" autoFocus {...login.getField('totp')} />
      )}
      {login.failure !== undefined && <Notice look="negative">{login.failure}</Notice>}
      <Button type="submit" className="w-full" disabled={!isReady} isBusy={login.isBusy}>
        {t('login.submit')}
      </Button>
      {(!needsCode || login.hasPasskey) && (
        <PasskeyPart isReady={isReady} account={needsCode ? typed : undefined} onSession={login.enter} />
      )}
      <OtherWays />
    </form>
  );
}

interface PasskeyPartProps {
  readonly isReady: boolean;
  /** After the password any passkey of the account will do; without it the browser offers those that it knows. */
  readonly account: Typed | undefined;
  readonly onSession: (session: { token: string }) => void;
}

function PasskeyPart({ isReady, account, onSession }: PasskeyPartProps) {
  return (
    <div className="min-h-12">
      {isReady && (
        <Part>
          <PasskeyLogIn account={account} onSession={onSession} />
        </Part>
      )}
    </div>
  );
}

function ValidMark() {
  return (
    <span role="img" className="mr-4 font-semibold text-positive" aria-label={t('login.emailLooksValid')}>
      ✓
    </span>
  );
}

/** For those who have no password any more, or no account yet. */
function OtherWays() {
  return (
    <>
      <p className="text-sm">
        <Link to={paths.forgotPassword} className={LINK}>
          {t('login.forgot')}
        </Link>
      </p>
      <p className="text-sm text-text-2">
        <span>{t('login.noAccount')}</span>{' '}
        <Link to={paths.signUp} className={LINK}>
          {t('login.signUp')}
        </Link>
      </p>
    </>
  );
}

/** The page that was asked for before the login, where the role may see it, or the start page of the role. */
function findStart({ roles }: Session, from: unknown): string {
  const isStaff = roles.some((role) => STAFF_ROLES.includes(role));
  const start = isStaff ? paths.admin : paths.home;
  // Only the app itself writes `from`; a path that starts with two slashes would lead to another host.
  if (typeof from !== 'string' || !/^\/(?!\/)/.test(from)) return start;
  return isStaff || !from.startsWith(paths.admin) ? from : start;
}
