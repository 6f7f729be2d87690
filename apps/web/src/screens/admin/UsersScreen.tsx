import { keepPreviousData } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { trpc, type UserView } from '../../api/trpc.ts';
import { Amount } from '../../components/Amount.tsx';
import { ADMIN_PLACES } from '../../components/amounts.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { Pager } from '../../components/Pager.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { useUrlState } from '../../components/use-url-state.ts';
import { formatDate } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

const PAGE_SIZE = 20;

const UserDialog = lazy(async () => ({ default: (await import('../../dialogs/user.tsx')).UserDialog }));

/** Everybody with an account, and what each is owed. */
export function UsersScreen() {
  const { page, read, write } = useUrlState();
  const search = read('search');
  const [openId, setOpenId] = useState<UserView['id']>();
  const users = trpc.users.listUsers.useQuery(
    { page, limit: PAGE_SIZE, search },
    { placeholderData: keepPreviousData },
  );
  const rows = users.data?.data;
  return (
    <>
      <PageTitle>{t('admin.nav.users')}</PageTitle>
      <Card title={t('admin.users.title')}>
        <SearchForm key={search} search={search} onSearch={(next) => write({ search: next })} />
        {users.isPending && <Skeleton className="h-64" />}
        {users.isError && rows === undefined && (
          <LoadError textId="admin.users.failed" onRetry={() => void users.refetch()} />
        )}
        {rows?.length === 0 && <p className="text-text-2">{t('admin.users.empty')}</p>}
        {rows !== undefined && rows.length > 0 && (
          <DataTable
            caption={t('admin.users.title')}
            columns={columns(setOpenId)}
            rows={rows}
            keyOf={(row) => row.id}
            isStale={users.isPlaceholderData}
          />
        )}
        {users.data !== undefined && (
          <Pager
            page={page}
            limit={PAGE_SIZE}
            total={users.data.meta.total}
            isLoading={users.isFetching}
            onChange={(next) => write({ page: next, search })}
          />
        )}
      </Card>
      <Suspense>
        {openId !== undefined && <UserDialog id={openId} onClose={() => setOpenId(undefined)} />}
      </Suspense>
    </>
  );
}

function SearchForm({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(search);
  return (
    <form
      className="mb-4 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <Field
        className="min-w-0 flex-1 md:max-w-[360px]"
        label={t('admin.users.search')}
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" look="secondary">
        {t('admin.users.find')}
      </Button>
    </form>
  );
}

function columns(onOpen: (id: UserView['id']) => void): Column<UserView>[] {
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
      cell: (user) => (
        <button
          type="button"
          className="min-h-11 text-left font-medium break-all text-primary underline"
          onClick={() => onOpen(user.id)}
        >
          {user.email}
        </button>
      ),
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
        <StatusBadge isGood={lockedAt === null}>
          {t(lockedAt === null ? 'admin.users.open' : 'admin.users.locked')}
        </StatusBadge>
      ),
    },
  ];
}
