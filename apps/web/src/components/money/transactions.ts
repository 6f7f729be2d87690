import { UNPAID_STATES } from '@glasspool/core';
import type { TransactionView } from '../../api/trpc.ts';
import { hasText, t } from '../../i18n/language.ts';
import type { StatusLook } from '../../ui/StatusBadge.tsx';

/** Types that move an amount between balances of the same user. */
const MOVES: ReadonlySet<string> = new Set([
  'investment',
  'principal_unlocked',
  'referral_transfer',
  'wallet_release',
]);

/** Ends of a transaction that moved nothing. */
const ENDED: ReadonlySet<string> = new Set([...UNPAID_STATES, 'reversed']);

/** Name of a transaction's type. A type that the catalogue does not know is shown with its underscores as spaces. */
export function getTypeName({ type }: Pick<TransactionView, 'type'>): string {
  const id = `transaction.type.${type}`;
  if (hasText(id)) return t(id);
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Name of the status of a transaction. */
export function getStatus({ status }: Pick<TransactionView, 'status'>): string {
  const id = `transaction.status.${status}`;
  return hasText(id) ? t(id) : status;
}

/** Mark of a status: done, under way, or ended without moving anything. */
export function getLook({ status }: Pick<TransactionView, 'status'>): StatusLook {
  if (status === 'success') return 'good';
  return ENDED.has(status) ? 'bad' : 'waiting';
}

/** `in`: more than before. `out`: a withdrawal. `move`: between balances of the same user, with neither a sign nor a color. */
export function computeDirection({ type }: Pick<TransactionView, 'type'>): 'in' | 'out' | 'move' {
  if (MOVES.has(type)) return 'move';
  return type === 'withdrawal' ? 'out' : 'in';
}

/** Sign before the amount of a row. */
export function getSign(row: Pick<TransactionView, 'type'>): '+' | '−' | undefined {
  const direction = computeDirection(row);
  if (direction === 'move') return undefined;
  return direction === 'in' ? '+' : '−';
}

/** One row, or the referral rewards of one run in one currency. */
export type HistoryEntry = readonly [TransactionView, ...TransactionView[]];

/** Rows in their order, with the referral rewards of a run, which are made at one time, together. */
export function groupRows(rows: readonly TransactionView[]): HistoryEntry[] {
  const groups = new Map<string, [TransactionView, ...TransactionView[]]>();
  for (const row of rows) {
    const key = row.type === 'referral_reward' ? `${row.timestamp} ${row.currency}` : row._id;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}
