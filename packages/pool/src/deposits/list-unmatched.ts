import type { Currency, DepositId, Network } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

/** A transfer that reached the pool and belongs to no user. */
export interface UnmatchedReceipt {
  readonly id: DepositId;
  readonly network: Network;
  readonly currency: Currency;
  readonly amountMicro: bigint;
  readonly txHash: string;
  /** Null for receipts that were found before senders were stored. */
  readonly sender: string | null;
  readonly state: 'confirming' | 'credited';
  readonly createdAt: number;
}

/**
 * Returns a page of the transfers to the hot wallet that are credited to no user, newest first. They are the operator's own funding, and
 * deposits that users sent to the wrong address of the pool.
 */
export async function listUnmatchedReceipts(
  { db }: Pick<PoolDeps, 'db'>,
  request: { page: number; limit: number },
): Promise<{ receipts: UnmatchedReceipt[]; total: number }> {
  const { page, limit } = request;
  const query = db.read
    .selectFrom('deposit')
    .where('userId', 'is', null)
    .where('reversedAt', 'is', null)
    .where('amountMicro', '>', 0n);
  const receipts = await query
    .select(['id', 'network', 'currency', 'amountMicro', 'txHash', 'sender', 'state', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { receipts, total };
}
