import { CreateWebhookInput } from '@glasspool/api/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { type DeliveryView, trpc, type WebhookView } from '../../api/trpc.ts';
import { PasswordField } from '../../components/account/PasswordField.tsx';
import { ShownOnce } from '../../components/account/ShownOnce.tsx';
import { Form } from '../../components/frame/Form.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { RemovableRow } from '../../components/frame/RemovableRow.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Field } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const DELIVERIES_SHOWN = 10;

/** Webhooks of the user, their deliveries, and a button that sends one again. */
export function WebhooksCard() {
  const utils = trpc.useUtils();
  const webhooks = trpc.webhooks.listWebhooks.useQuery();
  const [secret, setSecret] = useState<string>();
  const remove = trpc.webhooks.removeWebhook.useMutation({
    onSettled: () => utils.webhooks.listWebhooks.invalidate(),
    onError: (error) => notify.error(describeCallError(error, 'call.failed').message),
  });
  return (
    <Card title={t('webhooks.title')}>
      <p className="mb-4 text-text-2">{t('webhooks.text')}</p>
      {webhooks.isPending && <Skeleton className="h-16" />}
      {webhooks.isError && webhooks.data === undefined && (
        <LoadError textId="webhooks.loadFailed" onRetry={() => void webhooks.refetch()} />
      )}
      <ul className="mb-4 divide-y divide-line">
        {webhooks.data?.map((webhook) => (
          <li key={webhook.id}>
            <ul>
              <RemovableRow
                title={webhook.url}
                detail={t('webhooks.since', { at: formatDateTime(webhook.createdAt) })}
                action={t('webhooks.remove')}
                name={webhook.url}
                isBusy={remove.isPending && remove.variables.id === webhook.id}
                onRemove={() => remove.mutate({ id: webhook.id })}
              />
            </ul>
            <Disclosure title={t('webhooks.events')}>
              <Deliveries webhook={webhook} />
            </Disclosure>
          </li>
        ))}
      </ul>
      {secret === undefined ? (
        <NewWebhook onMade={setSecret} />
      ) : (
        <ShownOnce secret={secret} warning={t('webhooks.once')} onDone={() => setSecret(undefined)} />
      )}
    </Card>
  );
}

function Deliveries({ webhook: { id } }: { webhook: WebhookView }) {
  const utils = trpc.useUtils();
  const deliveries = trpc.webhooks.listDeliveries.useQuery({ id, limit: DELIVERIES_SHOWN });
  const redeliver = trpc.webhooks.redeliver.useMutation({
    onSettled: () => utils.webhooks.listDeliveries.invalidate(),
    onError: (error) => notify.error(describeCallError(error, 'call.failed').message),
  });
  const getOutcome = (one: DeliveryView): string =>
    one.deliveredAt !== null
      ? t('webhooks.delivered', { at: formatDateTime(one.deliveredAt) })
      : one.nextTryAt === null
        ? t('webhooks.givenUp', { tries: one.tries })
        : t('webhooks.waiting', { at: formatDateTime(one.nextTryAt) });
  if (deliveries.isPending) return <Skeleton className="h-16" />;
  if (deliveries.data === undefined)
    return <LoadError textId="webhooks.loadFailed" onRetry={() => void deliveries.refetch()} />;
  if (deliveries.data.data.length === 0) return <p className="py-3 text-text-2">{t('webhooks.none')}</p>;
  return (
    <ul className="divide-y divide-line">
      {deliveries.data.data.map((one) => (
        <RemovableRow
          key={one.id}
          title={one.event}
          detail={[getOutcome(one), one.lastStatus, one.lastError]
            .filter((part) => part !== null)
            .join(' · ')}
          action={t('webhooks.again')}
          name={one.event}
          isBusy={redeliver.isPending && redeliver.variables.id === one.id}
          onRemove={() => redeliver.mutate({ id: one.id })}
        />
      ))}
    </ul>
  );
}

function NewWebhook({ onMade }: { onMade: (secret: string) => void }) {
  const utils = trpc.useUtils();
  const form = useForm({
    resolver: zodResolver(CreateWebhookInput),
    defaultValues: { url: '', password: '' },
  });
  const create = trpc.webhooks.createWebhook.useMutation({
    onSuccess: ({ secret }) => {
      form.reset();
      onMade(secret);
    },
    // An answer that was lost may have made a webhook: the list shows it.
    onSettled: () => utils.webhooks.listWebhooks.invalidate(),
    onError: (error) => {
      const { field, message } = describeCallError(error, 'call.failed');
      form.setError(field === 'url' ? 'url' : 'password', { message });
    },
  });
  const { errors } = form.formState;
  return (
    <Form
      failure={undefined}
      isBusy={create.isPending}
      submitText={t('webhooks.create')}
      onSubmit={() => void form.handleSubmit((values) => create.mutate(values))()}
    >
      <Field
        label={t('webhooks.url')}
        type="url"
        autoComplete="off"
        error={errors.url?.message && translateSentence(errors.url.message)}
        {...form.register('url')}
      />
      <PasswordField
        label={t('programs.password')}
        autoComplete="current-password"
        error={errors.password?.message && translateSentence(errors.password.message)}
        {...form.register('password')}
      />
    </Form>
  );
}
