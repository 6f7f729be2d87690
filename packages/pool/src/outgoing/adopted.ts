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

/**
 * Has everything followed that the database knows, that is no withdrawal, and of which no fee is booked: its own state may be older than
 * what the signed log adds to it, so nothing else follows it to its end.
 */
export async function addUndecided(tx: Transaction): Promise<void> {
  await tx
    .insertInto('adoptedSubject')
    .columns(['subject', 'network'])
    .expression((eb) =>
      eb
        .selectFrom('outgoingTransaction')
        .leftJoin('networkFee', (join) =>
          join
            .onRef('networkFee.network', '=', 'outgoingTransaction.network')
            .onRef('networkFee.txHash', '=', 'outgoingTransaction.txHash'),
        )
        .leftJoin('withdrawal', 'withdrawal.id', 'outgoingTransaction.subject')
        .where('withdrawal.id', 'is', null)
        .select(['outgoingTransaction.subject', 'outgoingTransaction.network'])
        .groupBy(['outgoingTransaction.subject', 'outgoingTransaction.network'])
        .having((group) => group.fn.count('networkFee.txHash'), '=', 0),
    )
    // A backup of a pool that was restored itself may have some.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What a restore took over on a network and the chain has not decided about, in the order of its subjects. */
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
