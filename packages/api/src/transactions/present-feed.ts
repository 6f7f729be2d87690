import type { FeedEntry } from '@glasspool/pool';
import type { z } from 'zod';
import type { ListTransactionsOutput } from './list-transactions.contract.ts';

/** A page of history with the field names of the specification. */
export function presentFeed(
  feed: { entries: readonly FeedEntry[]; total: number },
  page: { page: number; limit: number },
): z.infer<typeof ListTransactionsOutput> {
  const data = feed.entries.map(
    ({ id, amountMicro, createdAt, type, currency, txHash, to, network, status, reason, waitingFor }) => ({
      _id: id,
      type,
      amount: amountMicro,
      currency,
      txHash,
      to,
      network,
      timestamp: createdAt,
      status,
      reason,
      waitingFor,
    }),
  );
  return { data, meta: { page: page.page, limit: page.limit, total: feed.total } };
}
