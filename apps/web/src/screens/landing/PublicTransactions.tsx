import { shortenMiddle } from '@glasspool/core';
import { type TransactionView, trpc } from '../../api/trpc.ts';
import { Amount } from '../../components/Amount.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { statusOf } from '../../components/transactions.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The rows that the skeleton stands for. */
const ROWS = [1, 2, 3, 4, 5];

/** What came in, or went out, for everybody to see. */
export function PublicTransactions({ title, type }: { title: string; type: 'deposit' | 'withdrawal' }) {
  const transactions = trpc.transactions.listPublicTransactions.useQuery({ type });
  const rows = transactions.data?.data;
  return (
    <Card title={title}>
      {transactions.isPending && ROWS.map((row) => <Skeleton key={row} className="mb-2 h-15" />)}
      {transactions.isError && rows === undefined && (
        <LoadError textId="public.failed" onRetry={() => void transactions.refetch()} />
      )}
      {rows?.length === 0 && <p className="text-text-2">{t('history.empty')}</p>}
      {rows !== undefined && rows.length > 0 && <TransactionsTable title={title} rows={rows} />}
    </Card>
  );
}

/** A table on wide screens. On phones each row folds into two lines, and drops nothing. */
function TransactionsTable({ title, rows }: { title: string; rows: readonly TransactionView[] }) {
  return (
    <table className="w-full text-left text-sm max-sm:block">
      <caption className="sr-only">{title}</caption>
      <thead className="text-[13px]/[18px] text-text-3 max-sm:sr-only">
        <tr>
          <th className="py-2 pr-4 font-medium">{t('public.hash')}</th>
          <th className="py-2 pr-4 font-medium">{t('public.to')}</th>
          <th className="py-2 text-right font-medium">{t('public.amount')}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-sm:block">
        {rows.map((row) => (
          <tr
            key={row._id}
            className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:py-2.5"
          >
            <td className="font-mono text-[13px] sm:py-2.5 sm:pr-4">{shortenMiddle(row.txHash ?? '')}</td>
            <td className="font-mono text-[13px] text-text-2 max-sm:row-start-2 sm:py-2.5 sm:pr-4">
              {row.to}
            </td>
            <td className="text-right max-sm:row-span-2 max-sm:row-start-1 sm:py-2.5">
              <Amount micro={row.amount} currency={row.currency} />
              <span className="block text-[13px]/[18px] text-text-3">
                {row.status === 'success' ? formatDateTime(row.timestamp) : statusOf(row)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
