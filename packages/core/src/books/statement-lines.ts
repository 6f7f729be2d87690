// Reasons for which what a user is owed changes, as a statement lists them.
import type { AccountClassName } from './chart.ts';
import type { TransferKind } from './kinds.ts';

/** In the order of a statement. Moves between a user's own balances change nothing and have no line. */
export const STATEMENT_LINES = [
  'deposits',
  'reversals',
  'rewards',
  'referralRewards',
  'withdrawals',
] as const;
export type StatementLine = (typeof STATEMENT_LINES)[number];

const LINES: ReadonlyMap<string, StatementLine> = new Map<TransferKind, StatementLine>([
  ['deposit', 'deposits'],
  ['deposit-restored', 'deposits'],
  ['attribution', 'deposits'],
  ['deposit-reversal', 'reversals'],
  ['reward-page', 'rewards'],
  ['withdrawal', 'withdrawals'],
  ['withdrawal-reversal', 'withdrawals'],
  ['withdrawal-late', 'withdrawals'],
]);

/** Line that a posting to an account of a user belongs to; undefined for a move between own balances, whose postings add up to nothing. */
export function getStatementLine(kind: string, accountClass: AccountClassName): StatementLine | undefined {
  const line = LINES.get(kind);
  return line === 'rewards' && accountClass === 'user/referral' ? 'referralRewards' : line;
}
