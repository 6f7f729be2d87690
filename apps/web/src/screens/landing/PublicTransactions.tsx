import { shortenMiddle } from '@glasspool/core';
import { trpc } from '../../api/trpc.ts';
import { Amount } from '../../components/Amount.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

const ROWS = [1, 2, 3, 4, 5];

/** What came in, or went out, for everybody to see. */
export function PublicTransactions({ title, type }: { title: string; type: 'deposit' | 'withdrawal' }) {
  const transactions = trpc.transactions.listPublicTransactions.useQuery({ type });
  return (
    <Card title={title}>
      {transactions.isPending && ROWS.map((row) => <Skeleton key={row} className="mb-2 h-9" />)}
      {transactions.isError && <LoadError what="transactions" onRetry={() => void transactions.refetch()} />}
      {transactions.data?.data.length === 0 && <p className="text-text-2">No transactions found</p>}
      {transactions.data !== undefined && transactions.data.data.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full text-left text-sm">
            <thead className="text-[13px] text-text-3">
              <tr>
                <th className="py-2 pr-4 font-medium">Txn Hash</th>
                <th className="py-2 pr-4 font-medium">To</th>
                <th className="py-2 text-right font-medium">Amount</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {transactions.data.data.map((row) => (
                <tr key={row._id}>
                  <td className="py-2.5 pr-4 font-mono text-[13px]">{shortenMiddle(row.txHash ?? '')}</td>
                  <td className="py-2.5 pr-4 font-mono text-[13px]">{row.to}</td>
                  <td className="py-2.5 text-right">
                    <Amount micro={row.amount} currency={row.currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
