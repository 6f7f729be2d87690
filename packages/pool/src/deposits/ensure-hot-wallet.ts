import { ANCHOR_INDEX, HOT_WALLET_INDEX } from '@glasspool/chains';
import { NETWORKS } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';
import { openScanner } from './scanner-status.ts';

/** Thrown when the keystore does not belong to the database. Nothing was changed. */
export class OtherKeystoreError extends Error {
  override readonly name = 'OtherKeystoreError';
}

/**
 * Stores the addresses of the hot wallet (index 0 on both networks), the address that anchors snapshots, and the start block of each
 * scanner. The start block is the final block at the first start, before any address can have been handed out. So every later deposit is
 * found, however late the scanner first runs.
 *
 * @throws OtherKeystoreError when the database has another hot wallet, because it belongs to another keystore.
 */
export async function ensureHotWallet(deps: Pick<PoolDeps, 'db' | 'chains' | 'machineClock'>): Promise<void> {
  const { db, chains } = deps;
  for (const network of NETWORKS) await openScanner(deps, network);
  await db.transaction(async (tx) => {
    for (const network of NETWORKS) {
      const address = chains[network].deriveAddress(HOT_WALLET_INDEX);
      // Several processes may start at once.
      await tx
        .insertInto('wallet')
        .values({ network, derivationIndex: 0, address, userId: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const known = await tx
        .selectFrom('wallet')
        .select('address')
        .where('network', '=', network)
        .where('derivationIndex', '=', 0)
        .executeTakeFirst();
      if (known?.address !== address)
        throw new OtherKeystoreError(
          `The database belongs to the hot wallet ${known?.address ?? 'of another pool'}, the keystore to ${address}. Use the keystore and the database of the same pool.`,
        );
    }
    // The coins of the anchor address belong to the pool: reconciliation counts them.
    await tx
      .insertInto('wallet')
      .values({
        network: 'BSC',
        derivationIndex: ANCHOR_INDEX,
        address: chains.BSC.deriveAddress(ANCHOR_INDEX),
        userId: null,
        hasGas: 1,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
