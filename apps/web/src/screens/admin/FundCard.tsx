import { FundReserveInput } from '@glasspool/api/contracts';
import { USER_CURRENCIES } from '@glasspool/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { useRefresh } from '../../api/refresh.ts';
import { trpc } from '../../api/trpc.ts';
import { asksForCode, useAskedForCode } from '../../components/asked-for-code.ts';
import { StepUp } from '../../components/StepUp.tsx';
import { useOnce } from '../../dialogs/use-once.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';

/** The form that moves the operator's own funds into the reserve of one version of the terms. */
export function FundCard({ versions }: { versions: readonly number[] }) {
  const refresh = useRefresh();
  const form = useForm({
    resolver: zodResolver(FundReserveInput),
    defaultValues: { currency: 'USDT' as const, amount: '', termsVersion: undefined },
  });
  const fund = trpc.reserve.fundReserve.useMutation({
    onSuccess: () => {
      notify.success(t('admin.reserve.funded'));
      form.reset({ ...form.getValues(), amount: '' });
      refresh('treasury.changed', 'terms.changed');
    },
    onError: (error) => {
      const failed = describeCallError(error, 'admin.onceFailed');
      if (!asksForCode(failed)) form.setError('amount', { message: failed.message });
    },
  });
  const send = useOnce(fund.mutate);
  const { errors } = form.formState;
  const asked = useAskedForCode(fund);
  if (asked !== undefined)
    return (
      <Card title={t('admin.reserve.fund')}>
        <StepUp
          failure={asked}
          text={t('stepup.fund', { amount: form.getValues('amount'), currency: form.getValues('currency') })}
          isBusy={fund.isPending}
          submit={t('admin.reserve.fundSubmit')}
          onCode={(totp) => send({ ...form.getValues(), totp })}
          onCancel={() => fund.reset()}
        />
      </Card>
    );
  return (
    <Card title={t('admin.reserve.fund')}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => void form.handleSubmit((values) => send(values))(event)}
      >
        <p className="text-text-2">{t('admin.reserve.text')}</p>
        <Select
          label={t('admin.currency')}
          value={form.watch('currency')}
          choices={USER_CURRENCIES.map((value) => ({ value, label: value }))}
          onChange={(value) => form.setValue('currency', value)}
        />
        {versions.length > 1 && (
          <Select
            label={t('admin.reserve.version')}
            value={String(form.watch('termsVersion') ?? versions[0])}
            choices={versions.map((version) => ({
              value: String(version),
              label: t('terms.version', { version }),
            }))}
            onChange={(value) => form.setValue('termsVersion', Number(value))}
          />
        )}
        <Field
          label={t('admin.history.amount')}
          inputMode="decimal"
          autoComplete="off"
          error={errors.amount?.message && translateSentence(errors.amount.message)}
          {...form.register('amount')}
        />
        {fund.isSuccess && <Notice look="positive">{t('admin.reserve.funded')}</Notice>}
        <Button type="submit" isBusy={fund.isPending}>
          {t('admin.reserve.fundSubmit')}
        </Button>
      </form>
    </Card>
  );
}
