import { LIABILITY_CLASSES, parseAccountPath } from '@glasspool/core/books';
import type { JournalEntry } from './journal.ts';
import { type OwnRow, sumRows } from './reward-row.ts';

/** Secrets and rows that find the part of one user in an entry. */
export interface OwnPart {
  readonly nonce: Uint8Array;
  /** The user's name in the journal of the entry's snapshot. */
  readonly pseudonym: string;
  /** The user's rows where the entry is a page of a reward run. */
  readonly rows?: readonly OwnRow[] | undefined;
}

/**
 * Adds what an entry changes of the liabilities to one user.
 *
 * @throws FormatError when a row is not one of the entry's, or not this user's.
 */
export function addOwn(sums: { usdt: bigint; trx: bigint }, entry: JournalEntry, own: OwnPart): void {
  for (const { account, currency, amount } of entry.postings) {
    const parsed = parseAccountPath(account);
    if (parsed?.owner !== own.pseudonym || !LIABILITY_CLASSES.includes(parsed.accountClass)) continue;
    if (currency === 'USDT') sums.usdt += amount;
    else sums.trx += amount;
  }
  if (own.rows === undefined || own.rows.length === 0) return;
  const paidMicro = sumRows(entry, own.rows, own.nonce);
  // All postings of a reward run are in the currency of the run.
  if (entry.postings[0]?.currency === 'USDT') sums.usdt += paidMicro;
  else sums.trx += paidMicro;
}
