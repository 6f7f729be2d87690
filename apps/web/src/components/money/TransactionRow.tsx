import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Lock,
  LockOpen,
  type LucideIcon,
  Sprout,
  Users,
} from 'lucide-react';
import type { TransactionView } from '../../api/trpc.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { classNames } from '../../ui/class-names.ts';
import { Amount } from './Amount.tsx';
import { getFailure } from './failures.ts';
import { computeDirection, getSign, getStatus, getTypeName, type HistoryEntry } from './transactions.ts';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  deposit: ArrowDownLeft,
  withdrawal: ArrowUpRight,
  daily_payout: Sprout,
  referral_reward: Users,
  investment: Lock,
  principal_unlocked: LockOpen,
};
const COLORS = { in: 'text-positive', out: 'text-negative', move: 'text-text' } as const;

interface TransactionRowProps {
  readonly entry: HistoryEntry;
  readonly onOpen: (row: TransactionView) => void;
}

/** Rows of a history: a press opens the details of one. The referral rewards of a run are one row that unfolds. */
export function TransactionRow({ entry, onOpen }: TransactionRowProps) {
  const [row, ...others] = entry;
  if (others.length === 0) {
    return (
      <li>
        <RowButton row={row} onOpen={onOpen} />
      </li>
    );
  }
  return (
    <li>
      <details>
        <summary className="flex cursor-pointer list-none items-start gap-3 rounded-control px-1 py-3 -outline-offset-2 hover:bg-sunken">
          <RowFace
            row={row}
            amount={entry.reduce((sum, { amount }) => sum + amount, 0n)}
            detail={t('history.grouped', { count: entry.length })}
          />
        </summary>
        <ul className="ml-6 border-l border-line pl-3">
          {entry.map((one) => (
            <li key={one._id}>
              <RowButton row={one} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

function RowButton({ row, onOpen }: { row: TransactionView; onOpen: (row: TransactionView) => void }) {
  return (
    <button
      type="button"
      onClick={() => onOpen(row)}
      className="flex w-full items-start gap-3 rounded-control px-1 py-3 text-left -outline-offset-2 hover:bg-sunken"
    >
      <RowFace row={row} amount={row.amount} detail={describe(row)} />
    </button>
  );
}

function RowFace({ row, amount, detail }: { row: TransactionView; amount: bigint; detail: string | null }) {
  const Icon = ICONS[row.type] ?? ArrowLeftRight;
  return (
    <>
      <span
        aria-hidden
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-control bg-sunken text-text-2"
      >
        <Icon size={18} />
      </span>
      <span className="block min-w-0 flex-1">
        <span className="flex items-start justify-between gap-3">
          <span className="min-w-0 font-medium">{getTypeName(row)}</span>
          <span className={classNames('font-medium', COLORS[computeDirection(row)])}>
            <Amount micro={amount} currency={row.currency} sign={getSign(row)} />
          </span>
        </span>
        <span className="flex flex-wrap justify-between gap-x-3 text-[13px]/[18px]">
          <span className="text-text-3">{formatDateTime(row.timestamp)}</span>
          {row.status !== 'success' && <span className="font-medium text-warning">{getStatus(row)}</span>}
        </span>
        {detail !== null && <span className="block text-[13px]/[18px] text-text-2">{detail}</span>}
      </span>
    </>
  );
}

function describe({ type, ...row }: TransactionView): string | null {
  if (row.reason !== null) return getFailure(row);
  return type === 'daily_payout' ? t('history.fromReserve') : null;
}
