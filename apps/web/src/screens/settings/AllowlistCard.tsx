import { AddAllowlistEntryInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { trpc } from '../../api/trpc.ts';
import { CodeOrPasskey } from '../../components/account/CodeOrPasskey.tsx';
import { PasswordField } from '../../components/account/PasswordField.tsx';
import { useCodeField } from '../../components/account/use-code-field.tsx';
import { useStepUp } from '../../components/account/use-step-up.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { RemovableRow } from '../../components/frame/RemovableRow.tsx';
import { AddressText } from '../../components/money/AddressText.tsx';
import { MoneyForm, type MoneyPress } from '../../components/money/MoneyButton.tsx';
import { useMoneyRequest } from '../../components/money/use-money-request.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Withdrawal allowlist of the user, and the switch that restricts withdrawals to it. */
export function AllowlistCard() {
  const utils = trpc.useUtils();
  const book = trpc.allowlist.getAllowlist.useQuery();
  const remove = trpc.allowlist.removeAllowlistEntry.useMutation({
    onSettled: () => utils.allowlist.getAllowlist.invalidate(),
    onError: (error) => notify.error(describeCallError(error, 'call.failed').message),
  });
  const sendRemove = useMoneyRequest(remove.mutate);
  return (
    <Card title={t('allowlist.title')}>
      <p className="mb-4 text-text-2">{t('allowlist.text')}</p>
      {book.isPending && <Skeleton className="h-24" />}
      {book.isError && book.data === undefined && (
        <LoadError textId="allowlist.loadFailed" onRetry={() => void book.refetch()} />
      )}
      {book.data !== undefined && (
        <>
          <ul className="mb-4 divide-y divide-line">
            {book.data.entries.map(({ id, currency, address, label, usableAt }) => (
              <RemovableRow
                key={id}
                title={<AddressText address={address} />}
                detail={`${label} · ${currency} · ${t('allowlist.usableFrom', { at: formatDateTime(usableAt) })}`}
                action={t('allowlist.remove')}
                name={label}
                isBusy={remove.isPending && remove.variables.id === id}
                onRemove={(press) => sendRemove(press, { id })}
              />
            ))}
          </ul>
          <NewAllowlistEntry />
          <AllowlistSwitch isOn={book.data.allowlistOnly} offAt={book.data.offAt} />
        </>
      )}
    </Card>
  );
}

function NewAllowlistEntry() {
  const utils = trpc.useUtils();
  const form = useForm<AddAllowlistEntryInput>({
    resolver: zodResolver(AddAllowlistEntryInput),
    defaultValues: { currency: 'USDT', address: '', label: '', password: '' },
  });
  const add = trpc.allowlist.addAllowlistEntry.useMutation({
    onSuccess: () => {
      form.reset();
      notify.success(t('allowlist.added'));
      void utils.allowlist.getAllowlist.invalidate();
    },
    onError: (error) => {
      const { field = 'password', message } = describeCallError(error, 'call.failed');
      if (field !== 'totp') form.setError(field === 'address' ? 'address' : 'password', { message });
    },
  });
  const send = useMoneyRequest(add.mutate);
  const stepUp = useStepUp({
    failure: add.isError ? describeCallError(add.error, 'call.failed') : undefined,
    isBusy: add.isPending,
  });
  const { errors } = form.formState;
  const getError = (name: keyof AddAllowlistEntryInput): string | undefined =>
    errors[name]?.message && translateSentence(errors[name].message);
  return (
    <MoneyForm
      failure={undefined}
      isBusy={add.isPending}
      submitText={t('allowlist.add')}
      onMoney={(press) => void form.handleSubmit((values) => send(press, values))()}
    >
      <Select
        label={t('allowlist.currency')}
        value={form.watch('currency')}
        choices={(['USDT', 'TRX'] as const).map((value) => ({ value, label: value }))}
        onChange={(currency) => form.setValue('currency', currency)}
      />
      <Field
        label={t('allowlist.address')}
        autoComplete="off"
        error={getError('address')}
        {...form.register('address')}
      />
      <Field
        label={t('allowlist.label')}
        autoComplete="off"
        error={getError('label')}
        {...form.register('label')}
      />
      <PasswordField
        label={t('programs.password')}
        autoComplete="current-password"
        error={getError('password')}
        {...form.register('password')}
      />
      {stepUp.isAsked && (
        <CodeOrPasskey
          error={getError('totp') ?? stepUp.codeError}
          isBusy={add.isPending}
          onPasskey={(totp, press) => void form.handleSubmit((values) => send(press, { ...values, totp }))()}
          {...form.register('totp', { setValueAs: (value?: string) => value?.trim() || undefined })}
        />
      )}
    </MoneyForm>
  );
}

/** Switch that restricts withdrawals to the allowlist: on at once, off a day later. */
function AllowlistSwitch({ isOn, offAt }: { isOn: boolean; offAt: number | null }) {
  const utils = trpc.useUtils();
  const [password, setPassword] = useState('');
  const set = trpc.allowlist.setAllowlistOnly.useMutation({
    onSuccess: () => {
      setPassword('');
      void utils.allowlist.getAllowlist.invalidate();
    },
  });
  const turnsOff = isOn && offAt === null;
  const request = useMoneyRequest(set.mutate);
  const send = (press: MoneyPress, totp: string | undefined): void =>
    request(press, { allowlistOnly: !turnsOff, password, totp });
  const code = useCodeField(set, (totp, press) => send(press, totp));
  return (
    <MoneyForm
      className="mt-6 space-y-4 border-t border-line pt-6"
      failure={undefined}
      isBusy={set.isPending}
      look="secondary"
      submitText={t(turnsOff ? 'allowlist.switchOff' : 'allowlist.switchOn')}
      onMoney={(press) => send(press, code.totp)}
    >
      <p className="font-medium">
        {offAt === null
          ? t(isOn ? 'allowlist.isOn' : 'allowlist.isOff')
          : t('allowlist.isEnding', { at: formatDateTime(offAt) })}
      </p>
      <PasswordField
        label={t('allowlist.switchPassword')}
        autoComplete="current-password"
        value={password}
        error={code.failure?.message}
        onChange={(event) => setPassword(event.target.value)}
      />
      {code.field}
    </MoneyForm>
  );
}
