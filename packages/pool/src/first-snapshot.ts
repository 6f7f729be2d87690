import type { Queryable } from '@glasspool/db';

/** Digest of the first manifest, in hex: the one number that names the whole history. Undefined before the first snapshot. */
export async function findFirstDigest(db: Queryable): Promise<string | undefined> {
  const first = await db
    .selectFrom('snapshot')
    .select('manifestDigest')
    .where('number', '=', 0)
    .executeTakeFirst();
  return first?.manifestDigest;
}
