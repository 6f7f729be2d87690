import { isId, USER_CURRENCIES } from '@glasspool/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type AdminInvestmentView, trpc } from '../../api/trpc.ts';
import type { Column } from '../../components/frame/DataTable.tsx';
import { DownloadButton } from '../../components/frame/DownloadButton.tsx';
import { PagedTable } from '../../components/frame/PagedTable.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { useUrlState } from '../../components/frame/use-url-state.ts';
import { Amount } from '../../components/money/Amount.tsx';
import { ADMIN_PLACES } from '../../components/money/amounts.ts';
import { RecordLink } from '../../components/money/RecordLink.tsx';
import { formatTableTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FilterButtons } from './FilterButtons.tsx';

const PAGE_SIZE = 20;
const STATES = ['active', 'matured'] as const;

/** Investments of all users: principal, rewards so far, and unlock date. */
export function InvestmentsScreen() {
  const { page, read, write } = useUrlState();
  const state = STATES.find((one) => one === read('state'));
  const currency = USER_CURRENCIES.find((one) => one === read('currency'));
  const user = read('user');
  const userId = isId('user', user) ? user : undefined;
  const filter = { state, currency, userId };
  const investments = trpc.investments.listAllInvestments.useQuery(
    { page, limit: PAGE_SIZE, ...filter },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <PageTitle>{t('admin.nav.investments')}</PageTitle>
      <Card title={t('admin.investments.title')}>
        <div className="mb-4 flex flex-wrap items-end gap-x-8 gap-y-3">
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
          <DownloadButton path="/api/exports/investments.csv" query={filter} />
        </div>
        {userId !== undefined && (
          <p className="mb-4 flex flex-wrap items-center gap-3">
            <span>{t('admin.investments.ofOne')}</span>
            <RecordLink id={userId} />
            <Button look="quiet" className="min-h-11" onClick={() => write({ user: '' })}>
              {t('admin.investments.ofAll')}
            </Button>
          </p>
        )}
        <PagedTable
          query={investments}
          caption={t('admin.investments.title')}
          columns={investmentColumns()}
          toKey={(row) => row.id}
          emptyText={t('admin.investments.empty')}
          loading={<Skeleton className="h-64" />}
          errorTextId="admin.investments.failed"
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(next) => write({ page: next })}
        />
      </Card>
    </>
  );
}

/** Columns of a list of investments; on the page of one user they are left unnamed. */
export function investmentColumns({ hasUser = true } = {}): Column<AdminInvestmentView>[] {
  const user: Column<AdminInvestmentView> = {
    id: 'email',
    title: t('admin.detail.user'),
    cell: (row) => <RecordLink id={row.userId}>{row.email}</RecordLink>,
  };
  return [
    ...(hasUser ? [user] : []),
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
