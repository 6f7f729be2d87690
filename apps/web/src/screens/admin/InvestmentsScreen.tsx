import { USER_CURRENCIES } from '@glasspool/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type AdminInvestmentView, trpc } from '../../api/trpc.ts';
import { Amount } from '../../components/Amount.tsx';
import { ADMIN_PLACES } from '../../components/amounts.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { Pager } from '../../components/Pager.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { useUrlState } from '../../components/use-url-state.ts';
import { formatTableTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FilterButtons } from './FilterButtons.tsx';

const PAGE_SIZE = 20;
const STATES = ['active', 'matured'] as const;

/** Everybody's investments: principal, what it was rewarded with, and when it unlocks. */
export function InvestmentsScreen() {
  const { page, read, write } = useUrlState();
  const state = STATES.find((one) => one === read('state'));
  const currency = USER_CURRENCIES.find((one) => one === read('currency'));
  const investments = trpc.investments.listAllInvestments.useQuery(
    { page, limit: PAGE_SIZE, state, currency },
    { placeholderData: keepPreviousData },
  );
  const rows = investments.data?.data;
  return (
    <>
      <PageTitle>{t('admin.nav.investments')}</PageTitle>
      <Card title={t('admin.investments.title')}>
        <div className="mb-4 flex flex-wrap gap-x-8 gap-y-3">
          <FilterButtons
            label={t('admin.investments.state')}
            value={state}
            choices={STATES.map((value) => ({ value, label: t(`admin.investments.${value}`) }))}
            onChange={(value) => write({ state: value ?? '' })}
          />
          <FilterButtons
            label={t('admin.currency')}
            value={currency}
            choices={USER_CURRENCIES.map((value) => ({ value, label: value }))}
            onChange={(value) => write({ currency: value ?? '' })}
          />
        </div>
        {investments.isPending && <Skeleton className="h-64" />}
        {investments.isError && rows === undefined && (
          <LoadError textId="admin.investments.failed" onRetry={() => void investments.refetch()} />
        )}
        {rows?.length === 0 && <p className="text-text-2">{t('admin.investments.empty')}</p>}
        {rows !== undefined && rows.length > 0 && (
          <DataTable
            caption={t('admin.investments.title')}
            columns={columns()}
            rows={rows}
            keyOf={(row) => row.id}
            isStale={investments.isPlaceholderData}
          />
        )}
        {investments.data !== undefined && (
          <Pager
            page={page}
            limit={PAGE_SIZE}
            total={investments.data.meta.total}
            isLoading={investments.isFetching}
            onChange={(next) => write({ page: next })}
          />
        )}
      </Card>
    </>
  );
}

function columns(): Column<AdminInvestmentView>[] {
  return [
    {
      id: 'email',
      title: t('admin.detail.user'),
      cell: (row) => <span className="break-all">{row.email}</span>,
    },
    {
      id: 'principal',
      title: t('admin.investments.principal'),
      isNumber: true,
      cell: (row) => <Amount micro={row.principal} currency={row.currency} places={ADMIN_PLACES} />,
    },
    {
      id: 'rewarded',
      title: t('admin.investments.rewarded'),
      isNumber: true,
      cell: (row) => <Amount micro={row.rewarded} currency={row.currency} places={ADMIN_PLACES} />,
    },
    {
      id: 'days',
      title: t('admin.investments.days'),
      isNumber: true,
      cell: (row) => String(row.rewardedDays),
    },
    {
      id: 'terms',
      title: t('admin.investments.terms'),
      isNumber: true,
      cell: (row) => String(row.termsVersion),
    },
    { id: 'state', title: t('admin.investments.state'), cell: (row) => t(`admin.investments.${row.state}`) },
    { id: 'made', title: t('admin.investments.made'), cell: (row) => formatTableTime(row.createdAt) },
    { id: 'unlocks', title: t('admin.investments.unlocks'), cell: (row) => formatTableTime(row.unlocksAt) },
  ];
}
