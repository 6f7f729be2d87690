import type { PoolDeps } from '../deps.ts';

/**
 * Takes or keeps the lease of a worker, so that one process at a time does its work.
 * False when another process holds it.
 */
export async function holdLease(
  { db, machineClock }: Pick<PoolDeps, 'db' | 'machineClock'>,
  lease: { worker: string; holder: string; durationMs: number },
): Promise<boolean> {
  const now = machineClock.now();
  const expiresAt = now + lease.durationMs;
  return db.transaction(async (tx) => {
    const held = await tx
      .insertInto('workerLease')
      .values({ worker: lease.worker, holder: lease.holder, expiresAt })
      .onConflict((conflict) =>
        conflict
          .column('worker')
          .doUpdateSet({ holder: lease.holder, expiresAt })
          .where((eb) =>
            eb.or([eb('workerLease.holder', '=', lease.holder), eb('workerLease.expiresAt', '<=', now)]),
          ),
      )
      .returning('holder')
      .executeTakeFirst();
    return held !== undefined;
  });
}

/** Gives up every lease of a process that stops, so that another may go on at once. */
export async function releaseLeases({ db }: Pick<PoolDeps, 'db'>, holder: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.deleteFrom('workerLease').where('holder', '=', holder).execute();
  });
}

/** Drops the leases of earlier processes. Only for a network that one process at a time can run, which is this one. */
export async function dropAllLeases({ db }: Pick<PoolDeps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.deleteFrom('workerLease').execute();
  });
}
