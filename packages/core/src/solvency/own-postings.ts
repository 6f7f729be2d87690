import { LIABILITY_CLASSES, parseAccountPath } from '../books/chart.ts';
import type { JournalEntry } from './journal.ts';

/** Adds what an entry changes of the liabilities to one user, by their name in its journal. */
export function addOwnPostings(
  sums: { usdt: bigint; trx: bigint },
  { postings }: JournalEntry,
  name: string,
): void {
  for (const { account, currency, amount } of postings) {
    const parsed = parseAccountPath(account);
    if (parsed?.owner !== name || !LIABILITY_CLASSES.includes(parsed.accountClass)) continue;
    if (currency === 'USDT') sums.usdt += amount;
    else sums.trx += amount;
  }
}
