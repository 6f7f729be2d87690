import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type ReceiptView, trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import type { Column } from '../../components/frame/DataTable.tsx';
import { DialogSlot } from '../../components/frame/DialogSlot.tsx';
import { PagedTable } from '../../components/frame/PagedTable.tsx';
import { useUrlDialog } from '../../components/frame/use-url-dialog.ts';
import { AddressText } from '../../components/money/AddressText.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { ADMIN_PLACES } from '../../components/money/amounts.ts';
import { AttributeReceiptDialog } from '../../dialogs/attribute-receipt.tsx';
import { formatTableTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const PAGE_SIZE = 10;

/** Receipts of the hot wallet that are credited to no user: the operator's own funding, and users' transfers to the wrong address. */
export function UnmatchedReceipts() {
  const isAdmin = useIsAdmin();
  const [page, setPage] = useState(1);
  const dialog = useUrlDialog(['credit']);
  const receipts = trpc.deposits.listUnmatchedReceipts.useQuery(
    { page, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData },
  );
  const chosen = receipts.data?.data.find(({ id }) => id === dialog.id);
  return (
    <Card title={t('admin.receipts.title')}>
      <p className="mb-4 text-text-2">{t('admin.receipts.text')}</p>
      <PagedTable
        query={receipts}
        caption={t('admin.receipts.title')}
        columns={columns(isAdmin ? ({ id }) => dialog.open('credit', { id }) : undefined)}
        toKey={(row) => row.id}
        emptyText={t('admin.receipts.empty')}
        loading={<Skeleton className="h-64" />}
        errorTextId="admin.receipts.failed"
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
      />
      <DialogSlot name={dialog.kind && dialog.id} onClose={dialog.close}>
        {isAdmin && dialog.kind !== undefined && chosen !== undefined && (
          <AttributeReceiptDialog receipt={chosen} onClose={dialog.close} />
        )}
      </DialogSlot>
    </Card>
  );
}

function columns(onChoose: ((row: ReceiptView) => void) | undefined): Column<ReceiptView>[] {
  const facts: Column<ReceiptView>[] = [
    { id: 'time', title: t('admin.receipts.time'), cell: (row) => formatTableTime(row.createdAt) },
    {
      id: 'amount',
      title: t('admin.history.amount'),
      isNumber: true,
      cell: (row) => <Amount micro={row.amount} currency={row.currency} places={ADMIN_PLACES} />,
    },
    {
      id: 'sender',
      title: t('admin.receipts.sender'),
      // For comparison only: payees must not be copied from here.
      cell: (row) => (row.sender === null ? '–' : <AddressText address={row.sender} />),
    },
  ];
  if (onChoose === undefined) return facts;
  const action: Column<ReceiptView> = {
    id: 'action',
    title: t('admin.receipts.action'),
    cell: (row) =>
      row.state === 'credited' ? (
        <Button look="quiet" className="min-h-11 px-3 text-sm" onClick={() => onChoose(row)}>
          {t('admin.receipts.attribute')}
        </Button>
      ) : (
        t('admin.books.confirming')
      ),
  };
  return [...facts, action];
}
