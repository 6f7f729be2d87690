// Transactions that the pool signed and has not booked as final: coins between two of its addresses are read at neither of them for a moment, and fees may be
// taken already. Both explain that the chain holds less than the books say. A payout does not: the books count it as gone when it is signed.
import { CURRENCY_OF, type LedgerCurrency, NETWORK_OF, type Network, toChainUnits } from '@glasspool/core';
import { isOpenOutgoing, type Queryable } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';

const IDS_PER_QUERY = 500;

/** Ids of what is signed on a network and not decided. */
export async function listOpenIds(db: Queryable, network: Network): Promise<string[]> {
  const open = db.selectFrom('outgoing').select('id').where('network', '=', network).where(isOpenOutgoing);
  return (await open.execute()).map(({ id }) => id);
}

/**
 * The most that what is open, or was at an earlier moment, has between two addresses or has paid as fees, in the chain's smallest units of a
 * currency. Fees count in the network's coin.
 */
export async function readMovingUnits(
  { db, chains }: Pick<PoolDeps, 'db' | 'chains'>,
  currency: LedgerCurrency,
  before: readonly string[],
): Promise<bigint> {
  const network = NETWORK_OF[currency];
  const ids = [...new Set([...before, ...(await listOpenIds(db.read, network))])];
  let movingUnits = 0n;
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const rows = await db.read
      .selectFrom('outgoing')
      .innerJoin('outgoingTransaction', 'outgoingTransaction.subject', 'outgoing.id')
      .select(['outgoing.id', 'purpose', 'feeMicro', 'raw'])
      .where('outgoing.id', 'in', ids.slice(start, start + IDS_PER_QUERY))
      .execute();
    // All transactions of a row move the same, and one of them happens.
    for (const { purpose, feeMicro, raw } of new Map(rows.map((row) => [row.id, row])).values()) {
      const moved = chains[network].readSigned(raw);
      if (purpose !== 'withdrawal' && moved.currency === currency) movingUnits += moved.units;
      if (paysFees(currency)) movingUnits += toChainUnits(currency, feeMicro);
    }
  }
  return movingUnits;
}

/** The coin of a network: TRX, or BNB, which no user holds. */
function paysFees(currency: LedgerCurrency): boolean {
  return currency === 'BNB' || CURRENCY_OF[NETWORK_OF[currency]] !== 'USDT';
}
