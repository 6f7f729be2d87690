import type { Transfer } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';

/** Inserts the row of a transfer and returns its id, or undefined when its reference is taken. The caller inserts its postings. */
export async function insertTransfer(
  tx: Transaction,
  { reference, kind }: Pick<Transfer, 'reference' | 'kind'>,
  createdAt: number,
): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('transfer')
    .values({ reference, kind, createdAt })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}
