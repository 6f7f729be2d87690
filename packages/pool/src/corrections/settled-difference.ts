import { type LedgerCurrency, NETWORK_OF } from '@glasspool/core';
import { isAnythingUnderWay, type Reconciliation, reconcile } from '../books/index.ts';
import { isScanCurrent, readScannedHeight, readUnreadTransfers } from '../deposits/index.ts';
import type { PoolDeps } from '../deps.ts';

/**
 * Comparison of a currency at this moment, or undefined while its difference may yet explain itself: while something of ours is on its way,
 * while the scanner has yet to read a transfer of ours, which may be a user's deposit, or while blocks were replaced and what was credited in
 * them is not looked at again: that may become a receivable.
 */
export async function readSettled(
  deps: Pick<PoolDeps, 'db' | 'chains'>,
  currency: LedgerCurrency,
): Promise<Reconciliation | undefined> {
  const network = NETWORK_OF[currency];
  if (await isAnythingUnderWay(deps.db.read, network)) return undefined;
  if (!(await isScanCurrent(deps, network))) return undefined;
  // Read before the books: what the scanner reads meanwhile is then looked for as well.
  const afterHeight = await readScannedHeight(deps, network);
  const seen = await reconcile(deps, currency);
  const unread = await readUnreadTransfers(deps, { network, afterHeight });
  return unread?.length === 0 && (await isScanCurrent(deps, network)) ? seen : undefined;
}
