import { type Currency, MINUTE_MS, USER_CURRENCIES, type UserId } from '@glasspool/core';
import { receivable, USER_BALANCES, type UserBalance, userAccount } from '@glasspool/core/books';
import { listPostingsAfter } from '@glasspool/ledger';
import type { PoolDeps } from '@glasspool/pool/deps';

/** With several processes, a transfer may get its number before one that is visible already. It is visible itself within this time. */
const SETTLED_AFTER_MS = MINUTE_MS;

/** Account of a user that changed, and by how much: micro-units, above zero where the pool owes more. */
export interface BalanceChange {
  readonly currency: Currency;
  readonly balance: UserBalance | 'receivable';
  readonly amountMicro: bigint;
}

/** Transfer of the ledger, with what it changed for one user. */
export interface ChangeEntry {
  readonly number: number;
  readonly kind: string;
  readonly createdAt: number;
  readonly changes: readonly BalanceChange[];
}

/**
 * Transfers that changed a user's balances after one of them, in the order of the ledger. Each appears once, and none appears later before one
 * that was shown: a program that goes on from the last number misses nothing.
 */
export async function listBalanceChanges(
  { db, clock }: Pick<PoolDeps, 'db' | 'clock'>,
  { userId, since, limit }: { userId: UserId; since: number; limit: number },
): Promise<ChangeEntry[]> {
  const settledUntil =
    db.dialectName === 'sqlite' ? Number.POSITIVE_INFINITY : clock.now() - SETTLED_AFTER_MS;
  const found = new Map<number, ChangeEntry & { readonly changes: BalanceChange[] }>();
  // One consistent read: between two accounts, a transfer could otherwise appear in one of them only.
  await db.consistentRead(async (read) => {
    for (const { account, ...where } of getAccounts(userId))
      for (const posting of await listPostingsAfter(read, account, { after: since, limit })) {
        const { transferId, kind, amountMicro, createdAt } = posting;
        const entry = found.get(transferId) ?? { number: transferId, kind, createdAt, changes: [] };
        entry.changes.push({ ...where, amountMicro });
        found.set(transferId, entry);
      }
  });
  const ordered = [...found.values()].sort((a, b) => a.number - b.number).slice(0, limit);
  const firstOpen = ordered.findIndex(({ createdAt }) => createdAt > settledUntil);
  return firstOpen === -1 ? ordered : ordered.slice(0, firstOpen);
}

function getAccounts(userId: UserId) {
  return USER_CURRENCIES.flatMap((currency) => [
    ...USER_BALANCES.map((balance) => ({
      currency,
      balance,
      account: userAccount(userId, balance, currency),
    })),
    { currency, balance: 'receivable' as const, account: receivable(userId, currency) },
  ]);
}
