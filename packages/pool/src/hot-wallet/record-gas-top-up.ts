import { fromChainUnits } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { postNew } from '@glasspool/ledger';
import { hasSameBooks, isAnythingUnderWay, reconcile } from '../books/index.ts';
import { isScanCurrent } from '../deposits/index.ts';
import type { PoolDeps } from '../deps.ts';
import { addDust } from '../totals/index.ts';

/**
 * Books gas that someone sent to the hot wallet into the operator's own funds. A plain coin transfer leaves no event on BSC, so
 * it shows as a difference, and only while nothing of ours is on its way, and the blocks that were read are those of the chain: a fee in one
 * that was replaced is back for as long as it takes to send its transaction again.
 */
export async function recordGasTopUp(deps: Pick<PoolDeps, 'db' | 'chains' | 'clock'>): Promise<void> {
  if ((await isAnythingUnderWay(deps.db.read, 'BSC')) || !(await isScanCurrent(deps, 'BSC'))) return;
  const seen = await reconcile(deps, 'BNB');
  const { unexplainedUnits } = seen;
  if (unexplainedUnits <= 0n || !(await isScanCurrent(deps, 'BSC'))) return;
  const { amountMicro, dustUnits } = fromChainUnits('BNB', unexplainedUnits);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    // Since the chain was read another process may have booked the same coins, or something of ours may have been signed.
    if (!(await hasSameBooks(tx, seen)) || (await isAnythingUnderWay(tx, 'BSC'))) return;
    const { id } = await tx
      .insertInto('gasTopUp')
      .values({ currency: 'BNB', amountMicro, dustUnits, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addDust(tx, { currency: 'BNB', units: dustUnits });
    if (amountMicro === 0n) return;
    await postNew(tx, transfers.topUpGas({ id, currency: 'BNB', amountMicro }), now);
  });
}
