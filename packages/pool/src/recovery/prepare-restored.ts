import { NETWORKS } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';
import { recordHalt } from '../outgoing/index.ts';
import { DERIVATION_COUNTER } from '../wallets/index.ts';

/** Addresses that were handed out after the backup are never handed out again: the counter jumps over all that could have been. */
const COUNTER_JUMP = 1_000_000;
/** So many addresses after the last known one are watched: what arrives there belongs to users whom the backup does not know. */
const LOOK_AHEAD = 1_000;

/**
 * Makes a restored database safe to start on: payouts are off until an admin has looked, everyone signs in again, no
 * code or link from before works, and no address is handed out twice. Keys of requests stay: a client that repeats one gets what it made.
 */
export async function prepareRestored(
  {
    db,
    chains,
    machineClock,
  }: Pick<PoolDeps, 'db' | 'machineClock'> & {
    chains: Readonly<Record<(typeof NETWORKS)[number], { deriveAddress(index: number): string }>>;
  },
  { takenAt }: { takenAt: number },
): Promise<void> {
  const now = machineClock.now();
  await db.transaction(async (tx) => {
    await recordHalt(
      tx,
      `The database was restored from the backup of ${new Date(takenAt).toISOString()}. Compare the books with both chains before payouts go on.`,
    );
    await tx.updateTable('session').set({ endedAt: now }).where('endedAt', 'is', null).execute();
    await tx.updateTable('signUpCode').set({ usedAt: now }).where('usedAt', 'is', null).execute();
    await tx.updateTable('signUpToken').set({ usedAt: now }).where('usedAt', 'is', null).execute();
    // Mail that waited in the backup was sent by the pool that made it, and its codes and links are void.
    await tx
      .updateTable('mail')
      .set({ givenUpAt: now, text: null, html: null, failure: 'The database was restored from a backup.' })
      .where('sentAt', 'is', null)
      .where('givenUpAt', 'is', null)
      .execute();
    await tx.updateTable('passwordReset').set({ usedAt: now }).where('usedAt', 'is', null).execute();
    const counter = await tx
      .selectFrom('counter')
      .select('value')
      .where('name', '=', DERIVATION_COUNTER)
      .executeTakeFirst();
    const last = counter?.value ?? 0;
    const value = last + COUNTER_JUMP;
    await tx
      .insertInto('counter')
      .values({ name: DERIVATION_COUNTER, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    const ahead = Array.from({ length: LOOK_AHEAD }, (_, index) => last + 1 + index);
    for (const network of NETWORKS) {
      const wallets = ahead.map((derivationIndex) => ({
        network,
        derivationIndex,
        address: chains[network].deriveAddress(derivationIndex),
        userId: null,
      }));
      await tx
        .insertInto('wallet')
        .values(wallets)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}
