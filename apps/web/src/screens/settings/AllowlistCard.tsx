import { AddPayeeInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { trpc } from '../../api/trpc.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { CodeOrPasskey } from '../../components/CodeOrPasskey.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { RemovableRow } from '../../components/RemovableRow.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The addresses that the user pays to, and whether withdrawals go nowhere else. */
export function AllowlistCard() {
  const utils = trpc.useUtils();
  const book = trpc.allowlist.getAllowlist.useQuery();
  const remove = trpc.allowlist.removePayee.useMutation({
    onSettled: () => utils.allowlist.getAllowlist.invalidate(),
    onError: (error) => notify.error(describeCallError(error, 'call.failed').message),
  });
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
            {book.data.payees.map(({ id, currency, address, label, usableAt }) => (
              <RemovableRow
                key={id}
                title={<AddressText address={address} />}
                detail={`${label} · ${currency} · ${t('allowlist.usableFrom', { at: formatDateTime(usableAt) })}`}
                action={t('allowlist.remove')}
                name={label}
                isBusy={remove.isPending && remove.variables.id === id}
                onRemove={() => remove.mutate({ id })}
              />
            ))}
          </ul>
          <NewPayee />
          <ListedOnly isOn={book.data.allowlistOnly} />
        </>
      )}
    </Card>
  );
}

function NewPayee() {
  const utils = trpc.useUtils();
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm<AddPayeeInput>({
    resolver: zodResolver(AddPayeeInput),
    defaultValues: { currency: 'USDT', address: '', label: '', password: '' },
  });
  const add = trpc.allowlist.addPayee.useMutation({
    onSuccess: () => {
      form.reset();
      setNeedsCode(false);
      notify.success(t('allowlist.added'));
      void utils.allowlist.getAllowlist.invalidate();
    },
    onError: (error) => {
      const { code, message } = describeCallError(error, 'call.failed');
      if (code.startsWith('SECOND_FACTOR_')) setNeedsCode(true);
      // Being asked for the code is no mistake yet.
      if (code === 'SECOND_FACTOR_REQUIRED' && !needsCode) return;
      const isAboutAddress = /^(ADDRESS|PAYEE)/.test(code);
      const field = isAboutAddress ? 'address' : code.startsWith('SECOND_FACTOR_') ? 'totp' : 'password';
      form.setError(field, { message });
    },
  });
  const { errors } = form.formState;
  const getError = (name: keyof AddPayeeInput): string | undefined =>
    errors[name]?.message && translateSentence(errors[name].message);
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => void form.handleSubmit((values) => add.mutate(values))(event)}
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
      {needsCode && (
        <CodeOrPasskey
          error={getError('totp')}
          isBusy={add.isPending}
          onPasskey={(totp) => void form.handleSubmit((values) => add.mutate({ ...values, totp }))()}
          {...form.register('totp', { setValueAs: (value?: string) => value?.trim() || undefined })}
        />
      )}
      <Button type="submit" isBusy={add.isPending}>
        {t('allowlist.add')}
      </Button>
    </form>
  );
}

/** Whether withdrawals go to these addresses only. Either way is asked for with the password. */
function ListedOnly({ isOn }: { isOn: boolean }) {
  const utils = trpc.useUtils();
  const [password, setPassword] = useState('');
  const set = trpc.allowlist.setAllowlistOnly.useMutation({
    onSuccess: () => {
      setPassword('');
      void utils.allowlist.getAllowlist.invalidate();
    },
  });
  return (
    <form
      noValidate
      className="mt-6 space-y-4 border-t border-line pt-6"
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate({ allowlistOnly: !isOn, password });
      }}
    >
      <p className="font-medium">{t(isOn ? 'allowlist.isOn' : 'allowlist.isOff')}</p>
      <PasswordField
        label={t('allowlist.switchPassword')}
        autoComplete="current-password"
        value={password}
        error={set.isError ? describeCallError(set.error, 'call.failed').message : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button look="secondary" type="submit" isBusy={set.isPending}>
        {t(isOn ? 'allowlist.switchOff' : 'allowlist.switchOn')}
      </Button>
    </form>
  );
}
