import { FundReserveInput } from '@glasspool/api/contracts';
import { USER_CURRENCIES } from '@glasspool/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { ADMIN_PLACES, formatMoney } from '../../components/amounts.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { formatRunway } from '../../components/rates.ts';
import { useOnce } from '../../dialogs/use-once.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TermsCard } from './TermsCard.tsx';

/** The reward reserve: how long it lasts, how to fund it, and the terms that use it up. */
export function ReserveScreen() {
  const isAdmin = useIsAdmin();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return (
    <>
      <PageTitle>{t('admin.reserve.title')}</PageTitle>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          <Card title={t('admin.reserve.now')}>
            {figures.isPending && <Skeleton className="h-[435px] lg:h-[369px]" />}
            {figures.isError && figures.data === undefined && (
              <LoadError textId="held.failed" onRetry={() => void figures.refetch()} />
            )}
            <div className="space-y-4">
              {figures.data?.currencies.map(({ currency, reserve, surplus, invested, runwayTenthDays }) => (
                <Facts
                  key={currency}
                  facts={[
                    [t('admin.solvency.reserve'), formatMoney(reserve, currency, ADMIN_PLACES)],
                    [t('admin.reserve.principal'), formatMoney(invested, currency, ADMIN_PLACES)],
                    [t('admin.reserve.runway'), formatRunway(runwayTenthDays)],
                    [t('admin.solvency.surplus'), formatMoney(surplus, currency, ADMIN_PLACES)],
                  ]}
                />
              ))}
            </div>
          </Card>
          {isAdmin && <FundCard />}
        </div>
        <TermsCard />
      </div>
    </>
  );
}

function FundCard() {
  const utils = trpc.useUtils();
  const form = useForm({
    resolver: zodResolver(FundReserveInput),
    defaultValues: { currency: 'USDT' as const, amount: '' },
  });
  const fund = trpc.reserve.fundReserve.useMutation({
    onSuccess: () => {
      notify.success(t('admin.reserve.funded'));
      form.reset({ currency: form.getValues('currency'), amount: '' });
      void utils.invalidate();
    },
    onError: (error) =>
      form.setError('amount', { message: describeCallError(error, 'admin.actionFailed').message }),
  });
  const send = useOnce(fund.mutate);
  const { errors } = form.formState;
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
