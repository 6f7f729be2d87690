// A network fee that is another one, or none, because a chain replaced the blocks that had its transaction.
import { fromChainUnits, type LedgerCurrency, type Network, toChainUnits } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { lockRows, type Queryable, type Transaction } from '@glasspool/db';
import { postNew } from '@glasspool/ledger';
import { addDust } from '../totals/index.ts';

interface BookedFee {
  readonly network: Network;
  readonly txHash: string;
}

/** A fee as it is booked: rounded up to a micro-unit, with the excess that the chain still holds. */
export interface RoundedFee {
  readonly amountMicro: bigint;
  readonly dustUnits: bigint;
}

const NO_FEE: RoundedFee = { amountMicro: 0n, dustUnits: 0n };

/** Rounds a fee, in units of its chain, as it is booked. */
export function roundFee(currency: LedgerCurrency, units: bigint): RoundedFee {
  const down = fromChainUnits(currency, units);
  if (down.dustUnits === 0n) return down;
  const amountMicro = down.amountMicro + 1n;
  return { amountMicro, dustUnits: toChainUnits(currency, amountMicro) - units };
}

/** Returns true when the books have a transaction with this fee. */
export async function isBookedAs(
  db: Queryable,
  fee: BookedFee,
  { feeCurrency, feeUnits }: { feeCurrency: LedgerCurrency; feeUnits: bigint },
): Promise<boolean> {
  const booked = await readBooked(db, fee);
  const taken = roundFee(feeCurrency, feeUnits);
  return booked.amountMicro === taken.amountMicro && booked.dustUnits === taken.dustUnits;
}

/** Sum of the fee as it was booked at first and of its changes since. */
async function readBooked(db: Queryable, { network, txHash }: BookedFee): Promise<RoundedFee> {
  const columns = ['amountMicro', 'dustUnits'] as const;
  const changes = db
    .selectFrom('networkFeeChange')
    .select(columns)
    .where('network', '=', network)
    .where('txHash', '=', txHash);
  const rows = await db
    .selectFrom('networkFee')
    .select(columns)
    .where('network', '=', network)
    .where('txHash', '=', txHash)
    .unionAll(changes)
    .execute();
  return rows.reduce(
    (sum, one) => ({
      amountMicro: sum.amountMicro + one.amountMicro,
      dustUnits: sum.dustUnits + one.dustUnits,
    }),
    NO_FEE,
  );
}

/** Books how much more or less the final chain took for a transaction whose fee is booked. Does nothing where it took as much. */
export async function changeNetworkFee(
  tx: Transaction,
  { network, txHash }: BookedFee,
  { taken, now }: { taken: RoundedFee; now: number },
): Promise<void> {
  const fees = tx.selectFrom('networkFee').select('currency').where('network', '=', network);
  // Locked: two processes that saw the same blocks book one difference.
  const { currency } = await lockRows(tx, fees.where('txHash', '=', txHash)).executeTakeFirstOrThrow();
  const booked = await readBooked(tx, { network, txHash });
  const amountMicro = taken.amountMicro - booked.amountMicro;
  const dustUnits = taken.dustUnits - booked.dustUnits;
  if (amountMicro === 0n && dustUnits === 0n) return;
  const { id } = await tx
    .insertInto('networkFeeChange')
    .values({ network, txHash, currency, amountMicro, dustUnits, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addDust(tx, { currency, units: dustUnits });
  if (amountMicro === 0n) return;
  await postNew(tx, transfers.changeNetworkFee({ id, network, txHash, currency, amountMicro }), now);
}

/** Books back the fees of a subject's transactions that no block has any more: of all, or of all but the one that a block has now. */
export async function returnNetworkFees(
  tx: Transaction,
  { network, subject, now, except }: { network: Network; subject: string; now: number; except?: string },
): Promise<void> {
  const booked = await tx
    .selectFrom('outgoingTransaction')
    .innerJoin('networkFee', (join) =>
      join
        .onRef('networkFee.network', '=', 'outgoingTransaction.network')
        .onRef('networkFee.txHash', '=', 'outgoingTransaction.txHash'),
    )
    .where('outgoingTransaction.subject', '=', subject)
    .select('networkFee.txHash')
    .orderBy('networkFee.txHash')
    .execute();
  for (const { txHash } of booked) {
    if (txHash === except) continue;
    await changeNetworkFee(tx, { network, txHash }, { taken: NO_FEE, now });
    const gone = tx.updateTable('networkFee').set({ succeeded: 0 }).where('network', '=', network);
    await gone.where('txHash', '=', txHash).execute();
  }
}
