import type { Queryable, Tables } from '@glasspool/db';
import type { Selectable } from 'kysely';
import type { PoolDeps } from '../deps.ts';

export type Snapshot = Selectable<Tables['snapshot']>;

export async function findNewestSnapshot(db: Queryable): Promise<Snapshot | undefined> {
  return db.selectFrom('snapshot').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();
}

/** A page of the snapshots, newest first. Anybody may see them. */
export async function listSnapshots(
  { db }: Pick<PoolDeps, 'db'>,
  request: { page: number; limit: number },
): Promise<{ snapshots: Snapshot[]; total: number }> {
  const { page, limit } = request;
  const snapshots = await db.read
    .selectFrom('snapshot')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await db.read
    .selectFrom('snapshot')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { snapshots, total };
}
