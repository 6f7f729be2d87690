import type { SendQuote } from '@glasspool/chains';
import { fromChainUnits, type LedgerCurrency } from '@glasspool/core';
import { isOpenOutgoing, type Queryable, sumMicro, type Transaction } from '@glasspool/db';
import { getBackedOwnFunds, lockBackedOwnFunds } from '@glasspool/ledger';
import { sql } from 'kysely';

type Fee = Pick<SendQuote, 'feeCurrency' | 'feeMaxUnits'>;

/**
 * Returns true when the operator's own funds cover a network fee, beside the fees of what is in flight. BNB is the operator's alone, and the chain
 * itself refuses what the sender cannot pay for; TRX is what users own too.
 */
export async function canCoverFee(db: Queryable, fee: Fee): Promise<boolean> {
  return fee.feeCurrency === 'BNB' || isCovered(db, fee, await getBackedOwnFunds(db, fee.feeCurrency));
}

/**
 * The same with own funds locked until the transaction ends, so that of two processes that both found enough for one fee only one commits to
 * it. When false, what was signed must be dropped.
 */
export async function canCommitFee(tx: Transaction, fee: Fee): Promise<boolean> {
  return fee.feeCurrency === 'BNB' || isCovered(tx, fee, await lockBackedOwnFunds(tx, fee.feeCurrency));
}

async function isCovered(db: Queryable, fee: Fee, backedMicro: bigint): Promise<boolean> {
  return backedMicro - (await getCommittedFees(db, fee.feeCurrency)) >= feeMaxMicro(fee);
}

/** Sum of the most that the network may take for what is signed and not final, in micro-units. */
export async function getCommittedFees(db: Queryable, currency: LedgerCurrency): Promise<bigint> {
  if (currency === 'USDT') return 0n;
  const { committedMicro } = await db
    .selectFrom('outgoing')
    .select(sumMicro(sql`fee_micro`).as('committedMicro'))
    .where('network', '=', currency === 'BNB' ? 'BSC' : 'TRON')
    .where(isOpenOutgoing)
    .executeTakeFirstOrThrow();
  return committedMicro;
}

/** The most that a network may take, rounded up to a micro-unit. */
export function feeMaxMicro({ feeCurrency, feeMaxUnits }: Fee): bigint {
  const { amountMicro, dustUnits } = fromChainUnits(feeCurrency, feeMaxUnits);
  return amountMicro + (dustUnits > 0n ? 1n : 0n);
}
