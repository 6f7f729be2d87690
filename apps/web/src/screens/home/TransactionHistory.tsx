import { lazy, Suspense, useState } from 'react';
import { type TransactionView, trpc } from '../../api/trpc.ts';
import { Amount } from '../../components/Amount.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { isDebit, statusOf, typeOf } from '../../components/transactions.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

const LIMIT = 50;

const TransactionDialog = lazy(async () => ({
  default: (await import('../../dialogs/transaction.tsx')).TransactionDialog,
}));

/** The user's own history, newest first. A row opens what is known of it. */
export function TransactionHistory() {
  const history = trpc.transactions.listUserTransactions.useQuery({ limit: LIMIT });
  const [openId, setOpenId] = useState<string>();
  const rows = history.data?.data ?? [];
  const open = rows.find((row) => row._id === openId);
  return (
    <Card title={t('history.title')}>
      {history.isPending && <Skeleton className="h-[300px]" />}
      {history.isError && history.data === undefined && (
        <LoadError textId="history.failed" onRetry={() => void history.refetch()} />
      )}
      {history.data !== undefined && rows.length === 0 && <p className="text-text-2">{t('history.empty')}</p>}
      {rows.length > 0 && (
        <ul
          aria-label={t('history.label')}
          className="h-[300px] divide-y divide-line overflow-y-auto rounded-control"
        >
          {rows.map((row) => (
            <HistoryRow key={row._id} row={row} onOpen={() => setOpenId(row._id)} />
          ))}
        </ul>
      )}
      <Suspense>
        {open !== undefined && <TransactionDialog row={open} onClose={() => setOpenId(undefined)} />}
      </Suspense>
    </Card>
  );
}

function HistoryRow({ row, onOpen }: { row: TransactionView; onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full flex-wrap items-start justify-between gap-x-4 rounded-control px-1 py-3 text-left -outline-offset-2 hover:bg-sunken"
      >
        <span className="block">
          <span className="block font-medium">{typeOf(row)}</span>
          <span className="block text-[13px]/[18px] text-text-3">{formatDateTime(row.timestamp)}</span>
          {row.type === 'daily_payout' && (
            <span className="block text-[13px]/[18px] text-text-3">{t('history.fromReserve')}</span>
          )}
          {row.reason !== null && (
            <span className="block text-[13px]/[18px] text-text-2">{translateSentence(row.reason)}</span>
          )}
        </span>
        <span className="ml-auto block text-right">
          <span className={classNames('block font-medium', isDebit(row) ? 'text-negative' : 'text-positive')}>
            <Amount micro={row.amount} currency={row.currency} sign={isDebit(row) ? '−' : '+'} />
          </span>
          {row.status !== 'success' && (
            <span className="block text-[13px]/[18px] font-medium text-warning">{statusOf(row)}</span>
          )}
        </span>
      </button>
    </li>
  );
}
