import { isStaff, type Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';

const COUNTER = 'wallet.derivationIndex';

/**
 * The index that the addresses of a new account are derived with. Counts up and never back, so that an address is handed out once only.
 * Starts at 1: 0 is the treasury.
 */
export async function nextDerivationIndex(tx: Transaction): Promise<number> {
  const { value } = await tx
    .insertInto('counter')
    .values({ name: COUNTER, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counter.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

/**
 * Number of users, without admins and auditors. Each account took one index in the transaction that made it, and none is ever removed,
 * so the last index is the number of accounts.
 */
export async function countUsers({ db }: Pick<PoolDeps, 'db'>): Promise<number> {
  const { staff } = await db.read
    .selectFrom('user')
    .where(isStaff)
    .select((eb) => eb.fn.countAll<number>().as('staff'))
    .executeTakeFirstOrThrow();
  const last = await db.read
    .selectFrom('counter')
    .select('value')
    .where('name', '=', COUNTER)
    .executeTakeFirst();
  return (last?.value ?? 0) - staff;
}
