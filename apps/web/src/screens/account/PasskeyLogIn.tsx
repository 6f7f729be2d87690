import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../api/trpc.ts';
import {
  answerWithPasskey,
  describePasskeyError,
  findPasskeyObstacle,
} from '../../components/account/passkeys.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

interface PasskeyLogInProps {
  /** Account whose passkey is asked for, once its password was right; left out: any that the browser knows. */
  readonly account: { readonly email: string; readonly password: string } | undefined;
  readonly onSession: (session: { token: string }) => void;
}

/** Logs in with a passkey. Nothing where none works. */
export function PasskeyLogIn({ account, onSession }: PasskeyLogInProps) {
  const begin = trpc.passkeys.beginPasskeyLogin.useMutation();
  const finish = trpc.passkeys.logInWithPasskey.useMutation();
  const logIn = useMutation({
    mutationFn: async () => {
      const asked = await begin.mutateAsync(account && { email: account.email, password: account.password });
      return finish.mutateAsync({ answer: await answerWithPasskey(asked) });
    },
    onSuccess: onSession,
  });
  if (findPasskeyObstacle() !== undefined) return null;
  return (
    <div className="space-y-3">
      <Button look="secondary" className="w-full" isBusy={logIn.isPending} onClick={() => logIn.mutate()}>
        {t(account === undefined ? 'login.passkey' : 'login.usePasskey')}
      </Button>
      {logIn.isError && <Notice look="negative">{describePasskeyError(logIn.error)}</Notice>}
    </div>
  );
}
