import dayjs from 'dayjs';
import { type TransactionView, trpc } from '../../api/trpc.ts';
import { Amount } from '../../components/Amount.tsx';
import { LoadError } from '../../components/LoadError.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

const LIMIT = 50;

const LABELS: Readonly<Record<string, string>> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  daily_payout: 'Daily profit payout',
  referral_transfer: 'Referral reward',
};

const STATUS_WORDS: Readonly<Record<string, string>> = {
  confirming: 'Confirming',
  requested: 'Requested',
  reviewing: 'Being reviewed',
  approved: 'Requested',
  signed: 'Sending',
  broadcast: 'Sent, waiting for the network',
  rejected: 'Refused',
  failed: 'Failed, money returned',
};

/** The user's own history, newest first. */
export function TransactionHistory() {
  const history = trpc.transactions.listUserTransactions.useQuery({ limit: LIMIT });
  return (
    <Card title="Transaction History">
      {history.isPending && <Skeleton className="h-[300px]" />}
      {history.isError && <LoadError what="your history" onRetry={() => void history.refetch()} />}
      {history.data?.data.length === 0 && <p className="text-text-2">No transactions found</p>}
      {history.data !== undefined && history.data.data.length > 0 && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          aria-label="Transactions"
          className="max-h-[300px] divide-y divide-line overflow-y-auto rounded-control"
        >
          {history.data.data.map((row) => (
            <HistoryRow key={row._id} row={row} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function HistoryRow({ row }: { row: TransactionView }) {
  const isDebit = row.type === 'withdrawal';
  return (
    <li className="flex items-start justify-between gap-4 py-3 pr-2">
      <div>
        <p className="font-medium">{LABELS[row.type] ?? sentence(row.type)}</p>
        <p className="text-[13px] text-text-3">{dayjs(row.timestamp).format('MMM D, YYYY h:mm A')}</p>
        {row.type === 'daily_payout' && <p className="text-[13px] text-text-3">from the reward reserve</p>}
        {row.reason !== null && <p className="text-[13px] text-text-2">{row.reason}</p>}
      </div>
      <div className="text-right">
        <p className={classNames('font-medium', isDebit ? 'text-negative' : 'text-positive')}>
          <Amount micro={row.amount} currency={row.currency} sign={isDebit ? '−' : '+'} />
        </p>
        {row.status !== 'success' && (
          <p className="text-[13px] font-medium text-warning">{STATUS_WORDS[row.status] ?? row.status}</p>
        )}
      </div>
    </li>
  );
}

function sentence(type: string): string {
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
