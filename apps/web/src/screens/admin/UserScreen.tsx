import { isId } from '@glasspool/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { adminPaths } from '../../admin-paths.ts';
import { useSession } from '../../api/session.ts';
import { type TransactionView, trpc, type UserView } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import type { Column } from '../../components/frame/DataTable.tsx';
import { DownloadButton } from '../../components/frame/DownloadButton.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { PagedTable } from '../../components/frame/PagedTable.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { ADMIN_PLACES } from '../../components/money/amounts.ts';
import { getSign, getStatus, getTypeName } from '../../components/money/transactions.ts';
import { formatTableTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { investmentColumns } from './InvestmentsScreen.tsx';
import { UserActions } from './UserActions.tsx';
import { UserFacts } from './UserFacts.tsx';
import { UserLog } from './UserLog.tsx';

const PAGE_SIZE = 10;

/** One user: account, balances, history, investments, and what the staff noted and did. */
export function UserScreen() {
  const { id = '' } = useParams();
  if (!isId('user', id)) return <Notice look="warning">{t('admin.users.unknown')}</Notice>;
  return <KnownUser key={id} id={id} />;
}

function KnownUser({ id }: { id: UserView['id'] }) {
  const isAdmin = useIsAdmin();
  const ownEmail = useSession()?.email;
  const found = trpc.users.getUser.useQuery({ id });
  const user = found.data;
  return (
    <>
      <Link
        to={adminPaths.users}
        className="inline-flex min-h-11 items-center font-medium text-primary underline"
      >
        {t('admin.nav.users')}
      </Link>
      <PageTitle>{user?.email ?? t('admin.users.one')}</PageTitle>
      {found.isPending && <Skeleton className="h-96" />}
      {found.isError && user === undefined && (
        <LoadError textId="admin.users.oneFailed" onRetry={() => void found.refetch()} />
      )}
      {user !== undefined && (
        <>
          <UserFacts user={user} />
          {isAdmin && user.email !== ownEmail && <UserActions id={id} isLocked={user.lockedAt !== null} />}
          <UserHistory id={id} />
          <UserInvestments id={id} />
          <UserLog id={id} />
        </>
      )}
    </>
  );
}

function UserHistory({ id }: { id: UserView['id'] }) {
  const [page, setPage] = useState(1);
  const history = trpc.transactions.listTransactionsOf.useQuery(
    { userId: id, page, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  return (
    <Card title={t('admin.users.history')}>
      <div className="mb-4 flex flex-wrap items-center gap-4">
        <DownloadButton path="/api/exports/transactions.csv" query={{ search: id }} />
        <Link
          to={`${adminPaths.history}?search=${id}`}
          className="inline-flex min-h-11 items-center font-medium text-primary underline"
        >
          {t('admin.users.inHistory')}
        </Link>
      </div>
      <PagedTable
        query={history}
        caption={t('admin.users.history')}
        columns={historyColumns()}
        toKey={(row) => row._id}
        emptyText={t('admin.users.noHistory')}
        loading={<Skeleton className="h-64" />}
        errorTextId="admin.history.failed"
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
      />
    </Card>
  );
}

function historyColumns(): Column<TransactionView>[] {
  return [
    { id: 'date', title: t('admin.history.date'), cell: (row) => formatTableTime(row.timestamp) },
    { id: 'type', title: t('admin.history.type'), cell: getTypeName },
    {
      id: 'amount',
      title: t('admin.history.amount'),
      isNumber: true,
      cell: (row) => (
        <Amount micro={row.amount} currency={row.currency} sign={getSign(row)} places={ADMIN_PLACES} />
      ),
    },
    { id: 'status', title: t('admin.history.status'), cell: getStatus },
  ];
}

function UserInvestments({ id }: { id: UserView['id'] }) {
  const [page, setPage] = useState(1);
  const investments = trpc.investments.listAllInvestments.useQuery(
    { userId: id, page, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  return (
    <Card title={t('admin.nav.investments')}>
      <PagedTable
        query={investments}
        caption={t('admin.nav.investments')}
        columns={investmentColumns({ hasUser: false })}
        toKey={(row) => row.id}
        emptyText={t('admin.investments.empty')}
        loading={<Skeleton className="h-64" />}
        errorTextId="admin.investments.failed"
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
      />
    </Card>
  );
}
