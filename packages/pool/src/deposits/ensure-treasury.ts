import { NETWORKS } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

/**
 * Notes the treasury's addresses (index 0 of both networks), so that the scanner finds what arrives there.
 *
 * @throws Error when the database knows another treasury: it belongs to another keystore.
 */
export async function ensureTreasury({ db, chains }: Pick<PoolDeps, 'db' | 'chains'>): Promise<void> {
  await db.transaction(async (tx) => {
    for (const network of NETWORKS) {
      const address = chains[network].addressOf(0);
      const known = await tx
        .selectFrom('wallet')
        .select('address')
        .where('network', '=', network)
        .where('derivationIndex', '=', 0)
        .executeTakeFirst();
      if (known === undefined) {
        await tx
          .insertInto('wallet')
          .values({ network, derivationIndex: 0, address, userId: null })
          .execute();
      } else if (known.address !== address) {
        throw new Error(
          `The database belongs to the treasury ${known.address}, the keystore to ${address}. Use the keystore and the database of the same pool.`,
        );
      }
    }
  });
}
