// Subjects that are followed until the chain has decided about them, and that nothing else follows: what a restore took over for a sweep or an
// anchor, and what stood in blocks that were replaced. Nothing is signed on their network meanwhile.
import type { Network } from '@glasspool/core';
import type { Queryable, Transaction } from '@glasspool/db';
import { sql } from 'kysely';

const HASHES_PER_QUERY = 500;

/** Has a subject followed. */
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

/**
 * Has everything followed again that was final in blocks above a height, which the chain has replaced: it is sent again where the new ones do
 * not have it. A payment that failed is not: its money was given back, and it might be carried out this time.
 */
export async function followReplaced(
  tx: Transaction,
  { network, height }: { network: Network; height: number },
): Promise<void> {
  const replaced = await tx
    .selectFrom('networkFee')
    .select('txHash')
    .where('blockHeight', '>', height)
    // An expression, for by its first column alone, which has two values, the key would be read in whole.
    .where(sql<string>`network || ''`, '=', network)
    .orderBy('blockHeight')
    .execute();
  for (let start = 0; start < replaced.length; start += HASHES_PER_QUERY) {
    const hashes = replaced.slice(start, start + HASHES_PER_QUERY).map(({ txHash }) => txHash);
    const sent = await tx
      .selectFrom('outgoingTransaction')
      .leftJoin('withdrawal', 'withdrawal.id', 'outgoingTransaction.subject')
      .select('outgoingTransaction.subject')
      .where('outgoingTransaction.txHash', 'in', hashes)
      .where((eb) => eb.or([eb('withdrawal.id', 'is', null), eb('withdrawal.state', '=', 'confirmed')]))
      .execute();
    for (const { subject } of sent) await addAdopted(tx, { network, subject });
  }
}

/** Subjects of a network that the chain has not decided about, in order. */
export async function listAdopted(db: Queryable, network: Network): Promise<string[]> {
  const rows = await db
    .selectFrom('adoptedSubject')
    .select('subject')
    .where('network', '=', network)
    .orderBy('subject')
    .execute();
  return rows.map(({ subject }) => subject);
}

/** Returns true while the chain has not decided about each of them. */
export async function hasAdopted(db: Queryable, network: Network): Promise<boolean> {
  const query = db.selectFrom('adoptedSubject').select('subject').where('network', '=', network);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}
