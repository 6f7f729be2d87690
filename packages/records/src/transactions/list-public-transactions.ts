import { shortenMiddle } from '@glasspool/core';
import type { PageOf, PageRequest } from '@glasspool/db';
import type { PoolDeps } from '@glasspool/pool/deps';
import { sql } from 'kysely';
import { DEPOSIT_COLUMNS, type FeedEntry, type FeedRow, readPage } from './feed.ts';

/** Deposits and withdrawals of all users, newest first, with addresses shortened: anyone may see them. */
export async function listPublicTransactions(
  { db }: Pick<PoolDeps, 'db'>,
  request: PageRequest & { type?: 'deposit' | 'withdrawal' | undefined },
): Promise<PageOf<FeedEntry>> {
  const { type } = request;
  const deposits = sql<FeedRow>`select ${DEPOSIT_COLUMNS} from deposit where user_id is not null and amount_micro > 0`;
  const withdrawals = sql<FeedRow>`select id, 'withdrawal' as type, amount_micro, currency, tx_hash, address as recipient, 'success' as status,
      cast(null as text) as reason, cast(null as text) as waiting_for, created_at
    from withdrawal where state = 'confirmed' and source = 'user'`;
  const branches = [
    ...(type === 'withdrawal' ? [] : [deposits]),
    ...(type === 'deposit' ? [] : [withdrawals]),
  ];
  const { entries, ...rest } = await readPage(db.read, branches, request);
  return {
    ...rest,
    entries: entries.map((entry) => ({ ...entry, to: entry.to && shortenMiddle(entry.to) })),
  };
}
