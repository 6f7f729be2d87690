import {
  type Currency,
  createId,
  NETWORK_OF,
  PoolError,
  SECOND_MS,
  UNPAID_STATES,
  type UserId,
  type WithdrawalId,
} from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import { findEarlierResult, type KeyedRequest } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import type { Withdrawal } from './transition.ts';

/** Dependencies of requesting a withdrawal, a user's or the operator's. */
export type WithdrawalDeps = Pick<
  PoolDeps,
  | 'db'
  | 'clock'
  | 'machineClock'
  | 'random'
  | 'chains'
  | 'settings'
  | 'events'
  | 'twoFactorKey'
  | 'otpKey'
  | 'passwords'
>;

/** Row of a withdrawal that is requested now. */
export function newWithdrawal(
  deps: Pick<PoolDeps, 'clock' | 'random'>,
  request: Pick<Withdrawal, 'userId' | 'currency' | 'address' | 'amountMicro' | 'feeMicro' | 'source'> & {
    readonly now: number;
  },
): Withdrawal {
  const { userId, currency, address, amountMicro, feeMicro, source, now } = request;
  return {
    id: createId('withdrawal', deps),
    userId,
    network: NETWORK_OF[currency],
    currency,
    address,
    amountMicro,
    feeMicro,
    state: 'requested',
    waitingFor: null,
    triedAt: 0,
    reason: null,
    txHash: null,
    createdAt: now,
    approvedAt: null,
    countedAt: null,
    updatedAt: now,
    source,
    compareAfter: 0,
  };
}

/**
 * Withdrawal that was requested under the same key, if any.
 *
 * @throws PoolError IDEMPOTENCY_KEY_REUSED when the key came with another request.
 */
export async function findEarlier(tx: Transaction, key: KeyedRequest): Promise<Withdrawal | undefined> {
  const id = await findEarlierResult(tx, key);
  if (id === undefined) return undefined;
  return (
    tx
      .selectFrom('withdrawal')
      .selectAll()
      // Only withdrawals are remembered under these keys.
      .where('id', '=', id as WithdrawalId)
      .executeTakeFirstOrThrow()
  );
}

/** A program that sends the same request twice without a key meant it once. */
const REPEATED_WITHIN_MS = 10 * SECOND_MS;

/**
 * Refuses a request without a key that repeats one of a moment ago.
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
    .where('state', 'not in', UNPAID_STATES)
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
