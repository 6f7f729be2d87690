import {
  ADMIN_TRANSACTION_TYPES,
  type AdminTransactionType,
  displayAmount,
  shortenMiddle,
} from '@glasspool/core';
import { keepPreviousData } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type AdminTransactionView, trpc } from '../../api/trpc.ts';
import { ADMIN_PLACES } from '../../components/amounts.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { Pager } from '../../components/Pager.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { statusOf } from '../../components/transactions.ts';
import { useUrlState } from '../../components/use-url-state.ts';
import { formatTableTime } from '../../i18n/format.ts';
import { currentLanguage, t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { FilterButtons } from './FilterButtons.tsx';

const PAGE_SIZE = 10;
/** Longer hashes show their ends. */
const HASH_LENGTH_MAX = 20;

const TransactionDialog = lazy(async () => ({
  default: (await import('../../dialogs/admin-transaction.tsx')).AdminTransactionDialog,
}));

/** Everything that moved. Filter, order and page stand in the address. */
export function HistoryScreen() {
  const { page, read, write } = useUrlState();
  const [open, setOpen] = useState<AdminTransactionView>();
  const type = ADMIN_TRANSACTION_TYPES.find((one) => one === read('type'));
  const order = read('order') === 'oldest' ? 'oldest' : 'newest';
  const filter = { ...(type === undefined ? {} : { type }), order } as const;
  const history = trpc.transactions.listAdminTransactions.useQuery(
    { ...filter, page, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const rows = history.data?.data;
  return (
    <>
      <PageTitle>{t('admin.nav.history')}</PageTitle>
      <Card title={t('admin.history.title')}>
        <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
          <FilterButtons<AdminTransactionType>
            label={t('admin.history.filter')}
            value={type}
            choices={ADMIN_TRANSACTION_TYPES.map((value) => ({ value, label: t(`admin.types.${value}`) }))}
            onChange={(value) => write({ type: value ?? '' })}
          />
          <div className="flex flex-wrap items-end gap-3">
            <Select
              label={t('admin.history.order')}
              value={order}
              choices={[
                { value: 'newest', label: t('admin.history.newest') },
                { value: 'oldest', label: t('admin.history.oldest') },
              ]}
              onChange={(value) => write({ order: value === 'newest' ? '' : value })}
            />
            <DownloadButton path="/api/exports/transactions.csv" query={filter} />
          </div>
        </div>
        {history.isPending && <p role="status">{t('admin.history.loading')}</p>}
        {history.isError && rows === undefined && (
          <LoadError textId="admin.history.failed" onRetry={() => void history.refetch()} />
        )}
        {rows?.length === 0 && <p className="text-text-2">{t('admin.history.empty')}</p>}
        {rows !== undefined && rows.length > 0 && (
          <DataTable
            caption={t('admin.history.title')}
            columns={columns(setOpen)}
            rows={rows}
            keyOf={(row) => row._id}
            isStale={history.isPlaceholderData}
          />
        )}
        {history.data !== undefined && (
          <Pager
            page={page}
            limit={PAGE_SIZE}
            total={history.data.meta.total}
            isLoading={history.isFetching}
            onChange={(next) => write({ page: next })}
          />
        )}
      </Card>
      <Suspense>
        {open !== undefined && (
          <TransactionDialog type={open.type} id={open._id} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
    </>
  );
}

function columns(onOpen: (row: AdminTransactionView) => void): Column<AdminTransactionView>[] {
  return [
    {
      id: 'date',
      title: t('admin.history.date'),
      cell: (row) => (
        <button
          type="button"
          className="min-h-11 text-left font-medium whitespace-nowrap text-primary underline"
          onClick={() => onOpen(row)}
        >
          {formatTableTime(row.timestamp)}
        </button>
      ),
    },
    {
      id: 'type',
      title: t('admin.history.type'),
      cell: (row) => nameOf(row),
    },
    {
      id: 'amount',
      title: t('admin.history.amount'),
      isNumber: true,
      cell: (row) => displayAmount(row.amount, ADMIN_PLACES, currentLanguage()),
    },
    { id: 'currency', title: t('admin.currency'), cell: (row) => row.currency },
    {
      id: 'status',
      title: t('admin.history.status'),
      cell: (row) => <StatusBadge isGood={row.status === 'success'}>{statusOf(row)}</StatusBadge>,
    },
    { id: 'network', title: t('admin.history.network'), cell: (row) => row.network },
    {
      id: 'hash',
      title: t('admin.history.hash'),
      cell: ({ txHash }) => (
        <code className="font-mono text-[13px] whitespace-nowrap">{shortHash(txHash)}</code>
      ),
    },
  ];
}

/** The operator's own says so. */
function nameOf({ type, isTreasury }: AdminTransactionView): string {
  const name = t(`admin.types.${type}`);
  return isTreasury ? t('admin.history.ofTreasury', { type: name }) : name;
}

function shortHash(txHash: string | null): string {
  if (txHash === null) return '–';
  return txHash.length > HASH_LENGTH_MAX ? shortenMiddle(txHash) : txHash;
}
