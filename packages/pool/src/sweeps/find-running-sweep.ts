import type { SweepId } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

/** The sweep that runs, if one does; an index keeps it to one. */
export async function findRunningSweep({ db }: Pick<PoolDeps, 'db'>): Promise<SweepId | undefined> {
  const row = await db.read
    .selectFrom('sweep')
    .select('id')
    .where('state', '=', 'running')
    .executeTakeFirst();
  return row?.id;
}
