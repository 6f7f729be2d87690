import { displayAmount } from '@glasspool/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type AdminTransactionView, trpc } from '../../api/trpc.ts';
import type { Column } from '../../components/frame/DataTable.tsx';
import { DialogSlot } from '../../components/frame/DialogSlot.tsx';
import { DownloadButton } from '../../components/frame/DownloadButton.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { PagedTable } from '../../components/frame/PagedTable.tsx';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { useUrlDialog } from '../../components/frame/use-url-dialog.ts';
import { useUrlState } from '../../components/frame/use-url-state.ts';
import { ADMIN_PLACES } from '../../components/money/amounts.ts';
import { RecordLink } from '../../components/money/RecordLink.tsx';
import { ShortHash } from '../../components/money/ShortHash.tsx';
import { getLook, getStatus } from '../../components/money/transactions.ts';
import { formatTableTime } from '../../i18n/format.ts';
import { currentLanguage, t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { HistoryFilter, readFilter } from './HistoryFilter.tsx';

const PAGE_SIZE = 10;

const TransactionDialog = lazyPage(
  async () => (await import('../../dialogs/admin-transaction.tsx')).AdminTransactionDialog,
);

/** Everything that moved. Filter, order, page and the open row stand in the address. */
export function HistoryScreen() {
  const { page, read, write } = useUrlState();
  const dialog = useUrlDialog(['transaction']);
  const filter = readFilter(read);
  const history = trpc.transactions.listAdminTransactions.useQuery(
    { ...filter, page, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const { order: _, ...narrowing } = filter;
  const isFiltered = Object.values(narrowing).some((value) => value !== undefined);
  const open = history.data?.data.find(({ _id }) => _id === dialog.id);
  return (
    <>
      <PageTitle>{t('admin.nav.history')}</PageTitle>
      <Card title={t('admin.history.title')}>
        <div className="mb-4 space-y-4">
          <HistoryFilter filter={filter} onChange={write} />
          <DownloadButton path="/api/exports/transactions.csv" query={filter} />
        </div>
        <PagedTable
          query={history}
          caption={t('admin.history.title')}
          columns={columns(({ _id }) => dialog.open('transaction', { id: _id }))}
          toKey={(row) => row._id}
          emptyText={t(isFiltered ? 'admin.history.none' : 'admin.history.empty')}
          loading={t('admin.history.loading')}
          errorTextId="admin.history.failed"
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(next) => write({ page: next })}
        />
      </Card>
      <DialogSlot name={dialog.kind && dialog.id} onClose={dialog.close}>
        {dialog.kind !== undefined && open !== undefined && (
          <TransactionDialog type={open.type} id={open._id} onClose={dialog.close} />
        )}
      </DialogSlot>
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
      cell: (row) => getName(row),
    },
    {
      id: 'amount',
      title: t('admin.history.amount'),
      isNumber: true,
      cell: (row) => displayAmount(row.amount, ADMIN_PLACES, currentLanguage()),
    },
    { id: 'currency', title: t('admin.currency'), cell: (row) => row.currency },
    {
      id: 'user',
      title: t('admin.detail.user'),
      cell: ({ userId, email }) =>
        userId === null ? '–' : <RecordLink id={userId}>{email ?? userId}</RecordLink>,
    },
    {
      id: 'status',
      title: t('admin.history.status'),
      cell: (row) => <StatusBadge look={getLook(row)}>{getStatus(row)}</StatusBadge>,
    },
    { id: 'network', title: t('admin.history.network'), cell: (row) => row.network },
    {
      id: 'hash',
      title: t('admin.history.hash'),
      cell: ({ txHash }) => <ShortHash hash={txHash} />,
    },
  ];
}

/** The operator's own says so. */
function getName({ type, isOperator }: AdminTransactionView): string {
  const name = t(`admin.types.${type}`);
  return isOperator ? t('admin.history.ofOperator', { type: name }) : name;
}
