// The lab runs it where no test runner is installed.
import assert from 'node:assert/strict';
import { type Currency, formatAmount, type UserId } from '@glasspool/core';
import { USER_BALANCES, type UserBalance, userAccount } from '@glasspool/core/books';
import { getBalance, getPosition } from '@glasspool/ledger';
import { sql } from 'kysely';
import { verifyBooks } from '../books/index.ts';
import type { TestPool } from './a-pool.ts';

/** Compares a user's balances, written as a person would, and checks that the books are right. */
export async function expectBalances(
  pool: TestPool,
  userId: UserId,
  currency: Currency,
  balances: Partial<Record<UserBalance, string>>,
): Promise<void> {
  assert.deepEqual(await verifyBooks(pool.deps), []);
  const found: Record<string, string> = {};
  for (const name of USER_BALANCES) {
    if (name in balances)
      found[name] = formatAmount(await getBalance(pool.deps.db.read, userAccount(userId, name, currency)));
  }
  assert.deepEqual(found, balances);
}

/** Sum of the reward reserves of all versions. */
export async function readReserve(pool: TestPool, currency: Currency): Promise<string> {
  return formatAmount((await getPosition(pool.deps.db.read, currency)).rewardReserveMicro);
}

/** Runs work that must be refused with a code, and checks that it changed no balance and wrote no transfer. */
export async function expectRefusal(
  pool: TestPool,
  code: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = await readBooks(pool);
  await assert.rejects(work(), { code });
  assert.deepEqual(await readBooks(pool), before);
}

/** Every balance that is not zero and the number of transfers: equal before and after what changed nothing. */
export async function readBooks(pool: TestPool): Promise<unknown> {
  const accounts =
    await sql`select id, balance_micro from account where balance_micro <> 0 order by id`.execute(
      pool.deps.db.read,
    );
  const transfers = await sql`select count(*) as transfers from transfer`.execute(pool.deps.db.read);
  return [accounts.rows, transfers.rows];
}
