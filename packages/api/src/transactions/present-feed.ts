import type { FeedEntry, PageOf } from '@glasspool/pool';
import type { z } from 'zod';
import { presentMeta } from '../feed.ts';
import type { ListTransactionsInput, ListTransactionsOutput } from './list-transactions.contract.ts';

/** A page of history with the field names of the specification. */
export function presentFeed(
  input: Pick<z.infer<typeof ListTransactionsInput>, 'page' | 'limit' | 'cursor'>,
  feed: PageOf<FeedEntry>,
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
  return { data, meta: presentMeta(input, feed) };
}
