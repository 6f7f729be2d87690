import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';

export const CIRCUIT_BREAKER_SETTING = 'payouts.frozen';

/** Switches payouts off until an admin has looked into it. Users keep what they have. */
export async function tripCircuitBreakerNow({ db }: Pick<PoolDeps, 'db'>, reason: string): Promise<void> {
  await db.transaction(async (tx) => void (await tripCircuitBreaker(tx, reason)));
}

/**
 * The same, together with what was found. The first reason stays until an admin has resolved it. Returns false when payouts were off
 * before.
 */
export async function tripCircuitBreaker(tx: Transaction, reason: string): Promise<boolean> {
  const frozen = await tx
    .insertInto('setting')
    .values({ name: CIRCUIT_BREAKER_SETTING, value: reason })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return frozen !== undefined;
}

/** Reason why payouts are off, or undefined while they are on. */
export async function findHalt({ db }: Pick<PoolDeps, 'db'>): Promise<string | undefined> {
  const row = await db.read
    .selectFrom('setting')
    .select('value')
    .where('name', '=', CIRCUIT_BREAKER_SETTING)
    .executeTakeFirst();
  return row?.value;
}
