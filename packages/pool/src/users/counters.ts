import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';

/** Last index that addresses were derived with. A restored database jumps far ahead with it. */
export const DERIVATION_COUNTER = 'wallet.derivationIndex';
/** Number of users, without admins and auditors. None is ever removed. */
const USER_COUNTER = 'user.count';

/**
 * The index that the addresses of a new account are derived with. Counts up and never back, so that an address is handed out once only.
 * Starts at 1: 0 is the treasury.
 */
export async function nextDerivationIndex(tx: Transaction): Promise<number> {
  return increment(tx, DERIVATION_COUNTER);
}

/** Counts a new user, in the transaction that makes the account. */
export async function countUser(tx: Transaction): Promise<void> {
  await increment(tx, USER_COUNTER);
}

/** Number of users, without admins and auditors. */
export async function countUsers({ db }: Pick<PoolDeps, 'db'>): Promise<number> {
  const counter = await db.read
    .selectFrom('counter')
    .select('value')
    .where('name', '=', USER_COUNTER)
    .executeTakeFirst();
  return counter?.value ?? 0;
}

async function increment(tx: Transaction, name: string): Promise<number> {
  const { value } = await tx
    .insertInto('counter')
    .values({ name, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counter.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}
