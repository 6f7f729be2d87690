import type { Network } from '@glasspool/core';
import type { Queryable, Transaction } from '@glasspool/db';

/** Has what a restore took over for a sweep or an anchor followed until the chain has decided about it. */
export async function addAdopted(
  tx: Transaction,
  { network, subject }: { network: Network; subject: string },
): Promise<void> {
  await tx
    .insertInto('adoptedSubject')
    .values({ network, subject })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Subjects that a restore took over on a network and the chain has not decided about, in order. */
export async function listAdopted(db: Queryable, network: Network): Promise<string[]> {
  const rows = await db
    .selectFrom('adoptedSubject')
    .select('subject')
    .where('network', '=', network)
    .orderBy('subject')
    .execute();
  return rows.map(({ subject }) => subject);
}

/** Returns true while the chain has not decided about everything that a restore took over on a network. */
export async function hasAdopted(db: Queryable, network: Network): Promise<boolean> {
  const query = db.selectFrom('adoptedSubject').select('subject').where('network', '=', network);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}
