import { trpc } from '../../api/trpc.ts';
import { findLastKept, type KeptEntries, keepEntries } from './kept-entries.ts';

const PER_PAGE = 100;
/** Pages that are asked for at a time: the next check goes on where this one stopped. */
const PAGES_MAX = 10;

/** Asks for receipts of what the pool booked since the last one that this browser keeps, and keeps them. */
export function useEntryReceipts(): (email: string) => Promise<KeptEntries> {
  const { transparency } = trpc.useUtils();
  return async (email) => {
    let after = findLastKept(email);
    for (let page = 1; ; page += 1) {
      const { nonce, data } = await transparency.listEntryReceipts.fetch({ after, limit: PER_PAGE });
      const last = findLastKept(email, nonce);
      // Numbers begin again where a local network was reset: what was kept for another nonce says nothing of them.
      const isFromLast = last === after;
      const kept = keepEntries(email, { nonce, entryReceipts: isFromLast ? data : [] });
      if (page === PAGES_MAX || (isFromLast && data.length < PER_PAGE)) return kept;
      after = findLastKept(email, nonce);
    }
  };
}
