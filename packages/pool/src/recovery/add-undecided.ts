import type { Transaction } from '@glasspool/db';

/**
 * Has everything followed that the database knows, that is not a withdrawal, and of which no fee is booked: its own state may be older than
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
