import { ChangeEmailInput, SendOtpInput, VerifyOtpInput } from '@glasspool/api/contracts';
import { type FormEvent, useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { trpc } from '../../api/trpc.ts';
import { useLeaveAccount } from '../../components/account/use-log-out.ts';
import { Form } from '../../components/frame/Form.tsx';
import { useIsReady } from '../../components/frame/use-is-ready.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordConfirm } from './PasswordConfirm.tsx';

/** Moves the account to another e-mail address: a code shows that its owner reads it, the password that they own the account. */
export function EmailCard({ email }: { email: string | undefined }) {
  const [newEmail, setNewEmail] = useState<string>();
  const [emailToken, setEmailToken] = useState<string>();
  return (
    <Card title={t('email.title')}>
      {email !== undefined && <p className="mb-4 text-text-2">{t('email.current', { email })}</p>}
      {newEmail === undefined && <AskForCode onSent={setNewEmail} />}
      {newEmail !== undefined && emailToken === undefined && (
        <EnterCode email={newEmail} onVerified={setEmailToken} onBack={() => setNewEmail(undefined)} />
      )}
      {newEmail !== undefined && emailToken !== undefined && (
        <ChangeEmail newEmail={newEmail} emailToken={emailToken} />
      )}
    </Card>
  );
}

function AskForCode({ onSent }: { onSent: (email: string) => void }) {
  const isReady = useIsReady();
  const [text, setText] = useState('');
  const [mistake, setMistake] = useState<string>();
  const send = trpc.auth.sendOtp.useMutation({
    onSuccess: (_, { email }) => onSent(email),
    onError: (error) => setMistake(describeCallError(error, 'call.failed').message),
  });
  const submit = (): void => {
    const { data, error } = SendOtpInput.safeParse({ email: text });
    setMistake(error && translateSentence(error.issues[0]?.message ?? ''));
    if (data !== undefined) send.mutate(data);
  };
  return (
    <Form
      failure={undefined}
      isBusy={send.isPending}
      isDisabled={!isReady}
      look="secondary"
      submitText={t('email.send')}
      onSubmit={submit}
    >
      <Field
        label={t('email.new')}
        type="email"
        autoComplete="email"
        value={text}
        disabled={!isReady}
        error={mistake}
        hint={t('email.newHint')}
        onChange={(event) => setText(event.target.value)}
      />
    </Form>
  );
}

interface EnterCodeProps {
  readonly email: string;
  readonly onVerified: (emailToken: string) => void;
  readonly onBack: () => void;
}

function EnterCode({ email, onVerified, onBack }: EnterCodeProps) {
  const [otp, setOtp] = useState('');
  const [mistake, setMistake] = useState<string>();
  const verify = trpc.auth.verifyOtp.useMutation({
    onSuccess: ({ signupToken }) => onVerified(signupToken),
    onError: (error) => {
      setOtp('');
      setMistake(describeCallError(error, 'call.failed').message);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { data, error } = VerifyOtpInput.safeParse({ email, otp: otp.trim() });
    setMistake(error && translateSentence(error.issues[0]?.message ?? ''));
    if (data !== undefined) verify.mutate(data);
  };
  return (
    <form noValidate className="space-y-5" onSubmit={submit}>
      <p role="status">{t('email.sent', { email })}</p>
      <Field
        label={t('email.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={otp}
        error={mistake}
        onChange={(event) => setOtp(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={verify.isPending}>
          {t('email.verify')}
        </Button>
        <Button look="secondary" onClick={onBack}>
          {t('email.other')}
        </Button>
      </div>
    </form>
  );
}

function ChangeEmail({ newEmail, emailToken }: { newEmail: string; emailToken: string }) {
  const leave = useLeaveAccount();
  const change = trpc.users.changeEmail.useMutation({
    onSuccess: () => {
      notify.success(t('email.changed', { email: newEmail }));
      leave();
    },
  });
  const submit = (password: string, totp: string | undefined): string | undefined => {
    const input = { newEmail, emailToken, password, ...(totp !== undefined && { totp }) };
    const { data, error } = ChangeEmailInput.safeParse(input);
    if (data !== undefined) change.mutate(data);
    return error && translateSentence(error.issues[0]?.message ?? '');
  };
  return (
    <div className="space-y-5">
      <p role="status">{t('email.verified', { email: newEmail })}</p>
      <PasswordConfirm
        failure={change.isError ? describeCallError(change.error, 'call.failed') : undefined}
        isBusy={change.isPending}
        submitText={t('email.change')}
        onSubmit={submit}
      />
    </div>
  );
}
