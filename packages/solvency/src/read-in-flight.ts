import { withdrawalSignReference } from '@glasspool/core/books';
import { isOpenWithdrawal, type Queryable } from '@glasspool/db';
import type { InFlightFile } from '@glasspool/proof';

/** Lists every withdrawal that is signed and not final, with the time of its journal entry and all transactions that were signed for it. */
export async function readInFlight(db: Queryable): Promise<InFlightFile> {
  const withdrawals = await db
    .selectFrom('withdrawal')
    .select(['id', 'source', 'network', 'amountMicro'])
    .where(isOpenWithdrawal)
    .where('state', 'in', ['signed', 'broadcast'])
    .execute();
  const inFlight: InFlightFile['inFlight'] = [];
  // Sorted here: with an order in the query, the database would read the table by its key.
  for (const { id, source, network, amountMicro } of withdrawals.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const { createdAt } = await db
      .selectFrom('transfer')
      .select('createdAt')
      .where('reference', '=', withdrawalSignReference(id, source))
      .executeTakeFirstOrThrow();
    const signed = await db
      .selectFrom('outgoingTransaction')
      .select('txHash')
      .where('subject', '=', id)
      .orderBy('createdAt')
      .orderBy('txHash')
      .execute();
    const txHashes = signed.map(({ txHash }) => txHash);
    inFlight.push({ network, amountMicro: String(amountMicro), signedAtMs: createdAt, txHashes });
  }
  return { inFlight };
}
