// A network fee that is another one, or none, because a chain replaced the blocks that had its transaction.
import type { Network } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { lockRows, sumMicro, type Transaction } from '@glasspool/db';
import { postNew } from '@glasspool/ledger';
import { sql } from 'kysely';
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

/** Books how much more or less the final chain took for a transaction whose fee is booked. Does nothing where it took as much. */
export async function changeNetworkFee(
  tx: Transaction,
  { network, txHash }: BookedFee,
  { taken, now }: { taken: RoundedFee; now: number },
): Promise<void> {
  const fees = tx.selectFrom('networkFee').selectAll().where('network', '=', network);
  // Locked: two processes that saw the same blocks book one difference.
  const { currency, ...booked } = await lockRows(
    tx,
    fees.where('txHash', '=', txHash),
  ).executeTakeFirstOrThrow();
  const changed = await tx
    .selectFrom('networkFeeChange')
    .where('network', '=', network)
    .where('txHash', '=', txHash)
    .select([sumMicro(sql`amount_micro`).as('amountMicro'), sumMicro(sql`dust_units`).as('dustUnits')])
    .executeTakeFirstOrThrow();
  const amountMicro = taken.amountMicro - booked.amountMicro - changed.amountMicro;
  const dustUnits = taken.dustUnits - booked.dustUnits - changed.dustUnits;
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
  for (const { txHash } of booked)
    if (txHash !== except) await changeNetworkFee(tx, { network, txHash }, { taken: NO_FEE, now });
}
