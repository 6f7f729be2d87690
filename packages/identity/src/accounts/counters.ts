import { incrementCounter, type Transaction } from '@glasspool/db';
import type { IdentityDeps } from '../deps.ts';

/** Number of users, without admins and auditors. None is ever removed. */
const USER_COUNTER = 'user.count';

/** Counts a new user, in the transaction that makes the account. */
export async function countUser(tx: Transaction): Promise<void> {
  await incrementCounter(tx, USER_COUNTER);
}

/** Number of users, without admins and auditors. */
export async function countUsers({ db }: Pick<IdentityDeps, 'db'>): Promise<number> {
  const counter = await db.read
    .selectFrom('counter')
    .select('value')
    .where('name', '=', USER_COUNTER)
    .executeTakeFirst();
  return counter?.value ?? 0;
}
