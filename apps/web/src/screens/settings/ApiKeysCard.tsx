import { CreateApiKeyInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { trpc } from '../../api/trpc.ts';
import { PasswordField } from '../../components/account/PasswordField.tsx';
import { ShownOnce } from '../../components/account/ShownOnce.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { RemovableRow } from '../../components/frame/RemovableRow.tsx';
import { MoneyForm } from '../../components/money/MoneyButton.tsx';
import { useMoneyRequest } from '../../components/money/use-money-request.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The user's API keys: what each may do, when it was used, and the way to make and to end one. */
export function ApiKeysCard() {
  const utils = trpc.useUtils();
  const keys = trpc.apiKeys.listApiKeys.useQuery();
  const [made, setMade] = useState<string>();
  const revoke = trpc.apiKeys.revokeApiKey.useMutation({
    onSettled: () => utils.apiKeys.listApiKeys.invalidate(),
    onError: (error) => notify.error(describeCallError(error, 'call.failed').message),
  });
  return (
    <Card title={t('keys.title')}>
      <p className="mb-4 text-text-2">{t('keys.text')}</p>
      {keys.isPending && <Skeleton className="h-16" />}
      {keys.isError && keys.data === undefined && (
        <LoadError textId="keys.loadFailed" onRetry={() => void keys.refetch()} />
      )}
      <ul className="mb-4 divide-y divide-line">
        {keys.data?.map(({ id, name, scope, hint, lastUsedAt }) => (
          <RemovableRow
            key={id}
            title={`${name} (${hint}…)`}
            detail={`${t(`keys.may.${scope}`)} · ${lastUsedAt === null ? t('keys.neverUsed') : t('keys.used', { at: formatDateTime(lastUsedAt) })}`}
            action={t('keys.revoke')}
            name={name}
            isBusy={revoke.isPending && revoke.variables.id === id}
            onRemove={() => revoke.mutate({ id })}
          />
        ))}
      </ul>
      {made === undefined ? (
        <NewKey onMade={setMade} />
      ) : (
        <ShownOnce secret={made} warning={t('keys.once')} onDone={() => setMade(undefined)} />
      )}
    </Card>
  );
}

function NewKey({ onMade }: { onMade: (key: string) => void }) {
  const utils = trpc.useUtils();
  const form = useForm<CreateApiKeyInput>({
    resolver: zodResolver(CreateApiKeyInput),
    defaultValues: { name: '', scope: 'read', password: '' },
  });
  const create = trpc.apiKeys.createApiKey.useMutation({
    onSuccess: ({ key }) => {
      form.reset();
      onMade(key);
    },
    // An answer that was lost may have made a key: the list shows it.
    onSettled: () => utils.apiKeys.listApiKeys.invalidate(),
    onError: (error) =>
      form.setError('password', { message: describeCallError(error, 'call.failed').message }),
  });
  const send = useMoneyRequest(create.mutate);
  const { errors } = form.formState;
  return (
    <MoneyForm
      failure={undefined}
      isBusy={create.isPending}
      submitText={t('keys.create')}
      onMoney={(press) => void form.handleSubmit((values) => send(press, values))()}
    >
      <Field
        label={t('keys.name')}
        autoComplete="off"
        error={errors.name?.message && translateSentence(errors.name.message)}
        {...form.register('name')}
      />
      <Select
        label={t('keys.scope')}
        value={form.watch('scope')}
        choices={(['read', 'withdraw'] as const).map((value) => ({ value, label: t(`keys.may.${value}`) }))}
        onChange={(scope) => form.setValue('scope', scope)}
      />
      <PasswordField
        label={t('programs.password')}
        autoComplete="current-password"
        error={errors.password?.message && translateSentence(errors.password.message)}
        {...form.register('password')}
      />
    </MoneyForm>
  );
}
