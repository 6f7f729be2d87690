import { keepPreviousData } from '@tanstack/react-query';
import { trpc, type UserView } from '../../api/trpc.ts';
import type { Column } from '../../components/frame/DataTable.tsx';
import { DownloadButton } from '../../components/frame/DownloadButton.tsx';
import { PagedTable } from '../../components/frame/PagedTable.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { useUrlState } from '../../components/frame/use-url-state.ts';
import { Amount } from '../../components/money/Amount.tsx';
import { ADMIN_PLACES } from '../../components/money/amounts.ts';
import { RecordLink } from '../../components/money/RecordLink.tsx';
import { formatDate } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { SearchForm } from './SearchForm.tsx';

const PAGE_SIZE = 20;

/** All accounts with their balances. */
export function UsersScreen() {
  const { page, read, write } = useUrlState();
  const search = read('search');
  const users = trpc.users.listUsers.useQuery(
    { page, limit: PAGE_SIZE, search },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <PageTitle>{t('admin.nav.users')}</PageTitle>
      <Card title={t('admin.users.title')}>
        <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
          <SearchForm
            key={search}
            label={t('admin.users.search')}
            search={search}
            onSearch={(next) => write({ search: next })}
          />
          <DownloadButton path="/api/exports/users.csv" query={{ search }} />
        </div>
        <PagedTable
          query={users}
          caption={t('admin.users.title')}
          columns={columns()}
          toKey={(row) => row.id}
          emptyText={t('admin.users.empty')}
          loading={<Skeleton className="h-64" />}
          errorTextId="admin.users.failed"
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(next) => write({ page: next, search })}
        />
      </Card>
    </>
  );
}

function columns(): Column<UserView>[] {
  const owed = (user: UserView, currency: 'USDT' | 'TRX') => {
    const found = user.balances.find((one) => one.currency === currency);
    const { wallet = 0n, invested = 0n, withdrawable = 0n, referral = 0n, onHold = 0n } = found ?? {};
    const sum = wallet + invested + withdrawable + referral + onHold;
    return <Amount micro={sum} currency={currency} places={ADMIN_PLACES} />;
  };
  return [
    {
      id: 'email',
      title: t('admin.users.email'),
      cell: (user) => <RecordLink id={user.id}>{user.email}</RecordLink>,
    },
    {
      id: 'usdt',
      title: t('admin.users.owed', { currency: 'USDT' }),
      isNumber: true,
      cell: (user) => owed(user, 'USDT'),
    },
    {
      id: 'trx',
      title: t('admin.users.owed', { currency: 'TRX' }),
      isNumber: true,
      cell: (user) => owed(user, 'TRX'),
    },
    { id: 'role', title: t('admin.users.role'), cell: ({ role }) => t(`admin.users.${role}`) },
    { id: 'since', title: t('admin.users.since'), cell: ({ createdAt }) => formatDate(createdAt) },
    {
      id: 'state',
      title: t('admin.users.state'),
      cell: ({ lockedAt }) => (
        <StatusBadge look={lockedAt === null ? 'good' : 'bad'}>
          {t(lockedAt === null ? 'admin.users.open' : 'admin.users.locked')}
        </StatusBadge>
      ),
    },
  ];
}
