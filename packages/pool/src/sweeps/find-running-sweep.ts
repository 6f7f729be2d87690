import type { SweepId } from '@glasspool/core';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';

/** The sweep that runs, if one does; an index keeps it to one. */
export async function findRunningSweep({ db }: Pick<PoolDeps, 'db'>): Promise<SweepId | undefined> {
  const row = await db.read
    .selectFrom('sweep')
    .select('id')
    // A literal, so that the partial index serves it.
    .where('state', '=', sql.lit('running'))
    .executeTakeFirst();
  return row?.id;
}
