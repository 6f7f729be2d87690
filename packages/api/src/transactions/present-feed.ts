import type { PageOf } from '@glasspool/pool/deps';
import type { FeedEntry } from '@glasspool/records/transactions';
import type { z } from 'zod';
import { presentMeta } from '../feed.ts';
import type {
  ListTransactionsInput,
  ListTransactionsOutput,
  TransactionRow,
} from './list-transactions.contract.ts';

/** A movement with the field names of the specification. */
export function presentFeedEntry(entry: FeedEntry): z.infer<typeof TransactionRow> {
  const { id, amountMicro, createdAt, type, currency, txHash, to, network, status, reason, waitingFor } =
    entry;
  return {
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
  };
}

/** A page of history with the field names of the specification. */
export function presentFeed(
  input: Pick<z.infer<typeof ListTransactionsInput>, 'page' | 'limit' | 'cursor'>,
  feed: PageOf<FeedEntry>,
): z.infer<typeof ListTransactionsOutput> {
  return { data: feed.entries.map(presentFeedEntry), meta: presentMeta(input, feed) };
}
