import {
  type Currency,
  NETWORK_OF,
  PoolError,
  SECOND_MS,
  type UserId,
  type WithdrawalId,
} from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import type { Withdrawal } from './transition.ts';

/** What a key belongs to: the same key may be used once for each. */
type Operation = 'withdrawal' | 'treasury-withdrawal';

/**
 * The withdrawal that was made under the same key, if any.
 *
 * @throws PoolError IDEMPOTENCY_KEY_REUSED when the key came with another request.
 */
export async function findEarlier(
  tx: Transaction,
  request: { userId: UserId; operation: Operation; idempotencyKey: string | undefined; requestHash: string },
): Promise<Withdrawal | undefined> {
  if (request.idempotencyKey === undefined) return undefined;
  const known = await tx
    .selectFrom('idempotencyKey')
    .innerJoin('withdrawal', 'withdrawal.id', 'idempotencyKey.resultId')
    .selectAll('withdrawal')
    .select('idempotencyKey.requestHash')
    .where('idempotencyKey.userId', '=', request.userId)
    .where('operation', '=', request.operation)
    .where('requestKey', '=', request.idempotencyKey)
    .executeTakeFirst();
  if (known === undefined) return undefined;
  const { requestHash, ...withdrawal } = known;
  if (requestHash !== request.requestHash) throw new PoolError('IDEMPOTENCY_KEY_REUSED');
  return withdrawal;
}

/** Remembers the key of a request with what it made. */
export async function rememberKey(
  tx: Transaction,
  entry: {
    userId: UserId;
    operation: Operation;
    idempotencyKey: string | undefined;
    requestHash: string;
    resultId: WithdrawalId;
    now: number;
  },
): Promise<void> {
  if (entry.idempotencyKey === undefined) return;
  await tx
    .insertInto('idempotencyKey')
    .values({
      userId: entry.userId,
      operation: entry.operation,
      requestKey: entry.idempotencyKey,
      requestHash: entry.requestHash,
      resultId: entry.resultId,
      createdAt: entry.now,
    })
    .execute();
}

/** A program that sends the same thing twice without a key meant it once. */
const REPEATED_WITHIN_MS = 10 * SECOND_MS;

/**
 * Refuses what was asked for a moment ago, for requests without a key.
 *
 * @throws PoolError WITHDRAWAL_REPEATED
 */
export async function assertNotRepeated(
  tx: Transaction,
  request: { userId: UserId; currency: Currency; address: string; amountMicro: bigint; now: number },
): Promise<void> {
  const { userId, currency, address, amountMicro, now } = request;
  const last = await tx
    .selectFrom('withdrawal')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('currency', '=', currency)
    .where('address', '=', address)
    .where('amountMicro', '=', amountMicro)
    .where('state', 'not in', ['rejected', 'failed'])
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  const waitMs = (last?.createdAt ?? -Infinity) + REPEATED_WITHIN_MS - now;
  if (waitMs > 0) throw new PoolError('WITHDRAWAL_REPEATED', { seconds: Math.ceil(waitMs / SECOND_MS) });
}

/**
 * Keeps money from going in a circle or into the token contract.
 *
 * @throws PoolError ADDRESS_FORBIDDEN
 */
export async function assertNotOurs(
  tx: Transaction,
  { chains }: Pick<PoolDeps, 'chains'>,
  payee: { address: string; currency: Currency },
): Promise<void> {
  const { forbiddenPayees } = chains[NETWORK_OF[payee.currency]];
  const own = await tx
    .selectFrom('wallet')
    .select('address')
    .where('address', '=', payee.address)
    .executeTakeFirst();
  if (own !== undefined || forbiddenPayees.includes(payee.address)) throw new PoolError('ADDRESS_FORBIDDEN');
}
