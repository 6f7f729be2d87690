import { Link } from 'react-router-dom';
import { trpc } from '../../api/trpc.ts';
import { DialogSlot } from '../../components/frame/DialogSlot.tsx';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { lazyPage } from '../../components/frame/lazy-page.ts';
import { useUrlDialog } from '../../components/frame/use-url-dialog.ts';
import { TransactionRow } from '../../components/money/TransactionRow.tsx';
import { groupRows } from '../../components/money/transactions.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const LIMIT = 50;

const TransactionDialog = lazyPage(
  async () => (await import('../../dialogs/transaction.tsx')).TransactionDialog,
);

/** The newest rows of the user's history. A row opens its details, a link leads to all of them. */
export function TransactionHistory() {
  const history = trpc.transactions.listUserTransactions.useQuery({ limit: LIMIT });
  const dialog = useUrlDialog(['transaction']);
  const rows = history.data?.data ?? [];
  const open = dialog.kind && rows.find((row) => row._id === dialog.id);
  return (
    <Card title={t('history.title')}>
      {history.isPending && <Skeleton className="h-[300px]" />}
      {history.isError && history.data === undefined && (
        <LoadError textId="history.failed" onRetry={() => void history.refetch()} />
      )}
      {history.data !== undefined && rows.length === 0 && <p className="text-text-2">{t('history.empty')}</p>}
      {rows.length > 0 && (
        <>
          <ul
            aria-label={t('history.label')}
            className="max-h-[300px] divide-y divide-line overflow-y-auto rounded-control"
          >
            {groupRows(rows).map((entry) => (
              <TransactionRow
                key={entry[0]._id}
                entry={entry}
                onOpen={({ _id }) => dialog.open('transaction', { id: _id })}
              />
            ))}
          </ul>
          <Link
            to={paths.history}
            className="mt-2 inline-flex min-h-11 items-center font-medium text-primary underline"
          >
            {t('history.all')}
          </Link>
        </>
      )}
      <DialogSlot name={dialog.id} onClose={dialog.close}>
        {open !== undefined && <TransactionDialog row={open} onClose={dialog.close} />}
      </DialogSlot>
    </Card>
  );
}
