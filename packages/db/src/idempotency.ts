import { createHash } from 'node:crypto';
import { PoolError, type UserId } from '@glasspool/core';
import { RepeatTransactionError } from './retry.ts';
import type { Queryable, Transaction } from './transaction.ts';

/** Operation of a key: a user may use the same key once for each. */
type Operation =
  | 'add-note'
  | 'invite-staff'
  | 'create-api-key'
  | 'create-webhook'
  | 'fund-reserve'
  | 'investment'
  | 'publish-terms'
  | 'release-wallet'
  | 'transfer-referral'
  | 'own-funds-withdrawal'
  | 'withdrawal';

/** A request that must not be carried out twice, with the key that its client made for it, if any. */
export interface KeyedRequest {
  readonly userId: UserId;
  readonly operation: Operation;
  readonly idempotencyKey: string | undefined;
  /** Of everything that makes the request another one. */
  readonly requestHash: string;
}

/** A request under its key. The content is everything that makes it another request, in one form. */
export function toKey(
  { userId, operation, idempotencyKey }: Omit<KeyedRequest, 'requestHash'>,
  content: readonly (string | number)[],
): KeyedRequest {
  return {
    userId,
    operation,
    idempotencyKey,
    requestHash: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
  };
}

/**
 * The id of what was made under the same key, if any (docs/api.md). The caller has locked what the request changes, so that
 * of two at once the second one finds what the first one made.
 *
 * @throws PoolError IDEMPOTENCY_KEY_REUSED when the key came with another request.
 */
export async function findEarlierResult(
  tx: Transaction,
  { userId, operation, idempotencyKey, requestHash }: KeyedRequest,
): Promise<string | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const known = await tx
    .selectFrom('idempotencyKey')
    .select(['requestHash', 'resultId'])
    .where('userId', '=', userId)
    .where('operation', '=', operation)
    .where('key', '=', idempotencyKey)
    .executeTakeFirst();
  if (known === undefined) return undefined;
  if (known.requestHash !== requestHash) throw new PoolError('IDEMPOTENCY_KEY_REUSED');
  return known.resultId;
}

/** The key of the request that made something, with the hash of that request; undefined when it came without one. */
export async function findIdempotencyKey(
  db: Queryable,
  { userId, operation, resultId }: { userId: UserId; operation: Operation; resultId: string },
): Promise<{ idempotencyKey: string; requestHash: string } | undefined> {
  return db
    .selectFrom('idempotencyKey')
    .select(['key as idempotencyKey', 'requestHash'])
    .where('userId', '=', userId)
    .where('operation', '=', operation)
    .where('resultId', '=', resultId)
    .executeTakeFirst();
}

/**
 * Remembers the key of a request with what it made, in the transaction that made it.
 *
 * @throws PoolError IDEMPOTENCY_KEY_REUSED when another request came with the key at the same moment, and locked other things.
 */
export async function rememberKey(
  tx: Transaction,
  keyed: KeyedRequest,
  { resultId, now }: { resultId: string; now: number },
): Promise<void> {
  const { idempotencyKey, ...request } = keyed;
  if (idempotencyKey === undefined) return;
  const remembered = await tx
    .insertInto('idempotencyKey')
    .values({ ...request, key: idempotencyKey, resultId, createdAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'operation', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (remembered !== undefined) return;
  await findEarlierResult(tx, keyed);
  throw new RepeatTransactionError('The same request was carried out meanwhile.');
}
