import { type Currency, MINUTE_MS, USER_CURRENCIES, type UserId } from '@glasspool/core';
import { receivable, USER_BALANCES, type UserBalance, userAccount } from '@glasspool/core/books';
import { listPostingsAfter } from '@glasspool/ledger';
import type { PoolDeps } from '@glasspool/pool/deps';

/**
 * Time after which a transfer counts as settled. With several processes, a transfer may become visible after one with a higher number, but
 * within this time.
 */
const SETTLED_AFTER_MS = MINUTE_MS;

/** Change of one account of a user, in micro-units: above zero when the pool owes more. */
export interface BalanceChange {
  readonly currency: Currency;
  readonly balance: UserBalance | 'receivable';
  readonly amountMicro: bigint;
}

/** Transfer of the ledger, with its changes for one user. */
export interface ChangeEntry {
  readonly number: number;
  readonly kind: string;
  readonly createdAt: number;
  readonly changes: readonly BalanceChange[];
}

/**
 * Lists the transfers after a number that changed a user's balances, in the order of the ledger. Each one is listed once, and none appears
 * later before one that was listed: a program that continues after the last number misses nothing.
 */
export async function listBalanceChanges(
  { db, clock }: Pick<PoolDeps, 'db' | 'clock'>,
  { userId, since, limit }: { userId: UserId; since: number; limit: number },
): Promise<ChangeEntry[]> {
  const settledUntil =
    db.dialectName === 'sqlite' ? Number.POSITIVE_INFINITY : clock.now() - SETTLED_AFTER_MS;
  const found = new Map<number, ChangeEntry & { readonly changes: BalanceChange[] }>();
  // One consistent read: otherwise a transfer that commits between two reads would appear in only one of its accounts.
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
