import type { Queryable, Row } from '@glasspool/db';

/** Returns a page of the snapshots, newest first, and their total number. */
export async function readSnapshotPage(
  db: Queryable,
  { page, limit }: { page: number; limit: number },
): Promise<{ snapshots: Row<'snapshot'>[]; total: number }> {
  const snapshots = await db
    .selectFrom('snapshot')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await db
    .selectFrom('snapshot')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { snapshots, total };
}
