import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { useRefreshRefused } from '../../api/refresh.ts';
import { type PasskeyView, trpc } from '../../api/trpc.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Form } from '../frame/Form.tsx';
import { LoadError } from '../frame/LoadError.tsx';
import { RemovableRow } from '../frame/RemovableRow.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { PasskeysSkeleton } from './PasskeysSkeleton.tsx';
import { PasswordField } from './PasswordField.tsx';
import { createPasskey, describePasskeyError, findPasskeyObstacle } from './passkeys.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { StepUp } from './StepUp.tsx';
import { useStepUp } from './use-step-up.ts';

/** Those that there are, and the way to add and to remove one. */
export function Passkeys() {
  const passkeys = trpc.passkeys.listPasskeys.useQuery();
  const [codes, setCodes] = useState<readonly string[]>();
  const [removing, setRemoving] = useState<PasskeyView>();
  if (passkeys.isPending) return <PasskeysSkeleton />;
  if (passkeys.data === undefined)
    return <LoadError textId="passkey.loadFailed" onRetry={() => void passkeys.refetch()} />;
  return (
    <>
      <ul className="mb-4 divide-y divide-line">
        {passkeys.data.map((passkey) => (
          <RemovableRow
            key={passkey.id}
            title={passkey.name}
            detail={describe(passkey)}
            action={t('passkey.removeOne')}
            name={passkey.name}
            isBusy={false}
            onRemove={() => setRemoving(passkey)}
          />
        ))}
      </ul>
      {codes !== undefined && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {removing !== undefined && (
        <Removal key={removing.id} passkey={removing} onDone={() => setRemoving(undefined)} />
      )}
      {codes === undefined && removing === undefined && (
        <>
          <CodesLeft onCodes={setCodes} />
          <NewPasskey onCodes={setCodes} />
        </>
      )}
    </>
  );
}

function describe({ copiedAt, lastUsedAt }: PasskeyView): string {
  if (copiedAt !== null) return t('passkey.copied');
  return lastUsedAt === null ? t('passkey.neverUsed') : t('passkey.used', { at: formatDateTime(lastUsedAt) });
}

/** The recovery codes of an account that has passkeys alone; with an app they stand in its card. */
function CodesLeft({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const afterChange = useRefreshRefused();
  const factors = trpc.users.getTwoFactor.useQuery();
  const renew = trpc.users.renewRecoveryCodes.useMutation({
    onSuccess: ({ recoveryCodes }) => {
      onCodes(recoveryCodes);
      afterChange();
    },
  });
  if (factors.data === undefined || factors.data.isEnrolled || factors.data.passkeys === 0) return null;
  return (
    <div className="mb-6 space-y-3">
      <Notice look="positive">{t('factor.isOn', { count: factors.data.recoveryCodesLeft })}</Notice>
      <PasskeyButton
        label={t('factor.renew')}
        isBusy={renew.isPending}
        onCode={(code) => renew.mutate({ code })}
      />
      {renew.isError && (
        <Notice look="negative">{describeCallError(renew.error, 'login.passkeyFailed').message}</Notice>
      )}
    </div>
  );
}

function Removal({ passkey, onDone }: { passkey: PasskeyView; onDone: () => void }) {
  const afterChange = useRefreshRefused();
  const utils = trpc.useUtils();
  const remove = trpc.passkeys.removePasskey.useMutation({
    onSuccess: () => {
      notify.success(t('passkey.removed'));
      void utils.passkeys.invalidate();
      afterChange();
      onDone();
    },
  });
  const { id, name } = passkey;
  const failure = remove.isError ? describeCallError(remove.error, 'login.passkeyFailed') : undefined;
  return (
    <StepUp
      codeError={failure?.message}
      text={t('passkey.removing', { name })}
      isBusy={remove.isPending}
      submit={t('passkey.removeOne')}
      onCode={(totp) => remove.mutate({ id, totp })}
      onCancel={onDone}
    />
  );
}

function NewPasskey({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const afterChange = useRefreshRefused();
  const utils = trpc.useUtils();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const begin = trpc.passkeys.beginPasskey.useMutation();
  const finish = trpc.passkeys.addPasskey.useMutation();
  const add = useMutation({
    mutationFn: async (totp: string | undefined) => {
      const answer = await createPasskey(await begin.mutateAsync({ password, totp }));
      return finish.mutateAsync({ name, answer });
    },
    onSuccess: ({ recoveryCodes }) => {
      notify.success(t('passkey.added'));
      setName('');
      setPassword('');
      if (recoveryCodes.length > 0) onCodes(recoveryCodes);
      void utils.passkeys.invalidate();
      afterChange();
    },
  });
  const failure = begin.isError ? describeCallError(begin.error, 'login.passkeyFailed') : undefined;
  const stepUp = useStepUp({ failure, isBusy: add.isPending });
  const obstacle = findPasskeyObstacle();
  if (obstacle === 'host') return <WrongHost />;
  if (obstacle !== undefined) return <Notice look="warning">{t('passkey.unsupported')}</Notice>;
  if (stepUp.isAsked)
    return (
      <StepUp
        codeError={stepUp.codeError}
        text={t('passkey.adding', { name })}
        isBusy={add.isPending}
        submit={t('passkey.addOne')}
        onCode={(totp) => add.mutate(totp)}
        onCancel={() => {
          begin.reset();
          add.reset();
        }}
      />
    );
  const isAboutPassword = failure?.field === 'password';
  return (
    <Form
      className="space-y-4"
      failure={add.isError && !isAboutPassword ? describePasskeyError(add.error) : undefined}
      isBusy={add.isPending}
      isDisabled={name.trim() === '' || password === ''}
      submitText={t('passkey.addOne')}
      onSubmit={() => add.mutate(undefined)}
    >
      <Field
        label={t('passkey.name')}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <PasswordField
        label={t('passkey.password')}
        autoComplete="current-password"
        value={password}
        error={isAboutPassword ? failure.message : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Form>
  );
}

function WrongHost() {
  const url = `${location.protocol}//localhost:${location.port}${location.pathname}${location.search}`;
  return (
    <Notice look="warning">
      <span>{t('login.passkeyHost')}</span>{' '}
      {location.hostname === '127.0.0.1' && (
        <a className="font-medium text-primary underline" href={url}>
          {t('passkey.hostOpen', { url: `localhost:${location.port}` })}
        </a>
      )}
    </Notice>
  );
}
