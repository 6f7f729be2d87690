import type { SendQuote } from '@glasspool/chains';
import { fromChainUnits, type LedgerCurrency } from '@glasspool/core';
import { type Queryable, sumMicro, type Transaction } from '@glasspool/db';
import { getBackedOwnFunds, lockBackedOwnFunds } from '@glasspool/ledger';
import { sql } from 'kysely';

type Fee = Pick<SendQuote, 'feeCurrency' | 'feeMaxUnits'>;

/**
 * Returns true when the operator's own funds cover a network fee, beside the fees of what is in flight. BNB is the operator's alone, and the chain
 * itself refuses what the sender cannot pay for; TRX is what users own too.
 */
export async function canCoverFee(db: Queryable, fee: Fee): Promise<boolean> {
  if (fee.feeCurrency === 'BNB') return true;
  const backedMicro = await getBackedOwnFunds(db, fee.feeCurrency);
  const committedMicro = await getCommittedFees(db, fee.feeCurrency);
  return backedMicro - committedMicro >= feeMicro(fee);
}

/** Sum of the most that the network may take for what is signed and not final, in micro-units. */
export async function getCommittedFees(db: Queryable, currency: LedgerCurrency): Promise<bigint> {
  const { committedMicro } = await db
    .selectFrom('committedFee')
    .select(sumMicro(sql`amount_micro`).as('committedMicro'))
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  return committedMicro;
}

/**
 * Reserves own funds for the fee of the transaction signed in the same database transaction. Locks them, so that of two processes that both found enough
 * for one fee only one commits to it. Whether they cover the fee: when not, what was signed must be dropped.
 */
export async function commitFee(
  tx: Transaction,
  { subject, quote }: { subject: string; quote: Fee },
): Promise<boolean> {
  const { feeCurrency } = quote;
  if (feeCurrency === 'USDT') throw new RangeError('No network takes its fee in USDT.');
  const row = { currency: feeCurrency, amountMicro: feeMicro(quote) };
  if (feeCurrency === 'TRX') {
    const backedMicro = await lockBackedOwnFunds(tx, feeCurrency);
    if (backedMicro - (await getCommittedFees(tx, feeCurrency)) < row.amountMicro) return false;
  }
  await tx
    .insertInto('committedFee')
    .values({ subject, ...row })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ amountMicro: row.amountMicro }))
    .execute();
  return true;
}

/** Ends the commitment: the fee is booked, or the transaction can no longer happen. */
export async function releaseFee(tx: Transaction, subject: string): Promise<void> {
  await tx.deleteFrom('committedFee').where('subject', '=', subject).execute();
}

function feeMicro({ feeCurrency, feeMaxUnits }: Fee): bigint {
  const { amountMicro, dustUnits } = fromChainUnits(feeCurrency, feeMaxUnits);
  return amountMicro + (dustUnits > 0n ? 1n : 0n);
}
