import { FundReserveInput } from '@glasspool/api/contracts';
import { USER_CURRENCIES } from '@glasspool/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { useRefresh } from '../../api/refresh.ts';
import { type PoolFigures, trpc } from '../../api/trpc.ts';
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

/** Reward reserves by version of the terms, their runway, the form that funds one, and the terms. */
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
              {figures.data?.currencies.map((one) => (
                <ReserveFacts key={one.currency} figures={one} />
              ))}
            </div>
          </Card>
          {isAdmin && <FundCard versions={listVersions(figures.data)} />}
        </div>
        <TermsCard />
      </div>
    </>
  );
}

function ReserveFacts({ figures }: { figures: PoolFigures['currencies'][number] }) {
  const { currency, reserves, ownFundsAvailable } = figures;
  const money = (micro: bigint): string => formatMoney(micro, currency, ADMIN_PLACES);
  return (
    <Facts
      facts={[
        ...reserves.flatMap(({ termsVersion: version, reserve, principal, runwayTenthDays }) => [
          [t('admin.reserve.of', { version }), money(reserve)] as const,
          [t('admin.reserve.principal'), money(principal)] as const,
          [t('admin.reserve.runway'), formatRunway(runwayTenthDays)] as const,
        ]),
        [t('transparency.available'), money(ownFundsAvailable)],
      ]}
    />
  );
}

/** Versions of the terms whose reserve may be funded, the one in force first. */
function listVersions(figures: PoolFigures | undefined): number[] {
  if (figures === undefined) return [];
  const { version } = figures.terms;
  const running = figures.currencies.flatMap(({ reserves }) =>
    reserves.filter(({ principal }) => principal > 0n).map(({ termsVersion }) => termsVersion),
  );
  return [...new Set([version, ...running])].sort((a, b) => b - a);
}

function FundCard({ versions }: { versions: readonly number[] }) {
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
