// A deposit is credited once the balance of its address explains it, together with all other deposits of that address. A receipt alone is
// never believed.
import type { ChainSigner, SettledBalances } from '@glasspool/chains';
import { type Currency, toChainUnits } from '@glasspool/core';
import { isOpenOutgoing, lockRows, type Row, sumMicro, type Transaction } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';

/** Facts of the chain about an address, read before they are compared with the books. */
export interface AddressFacts {
  readonly address: string;
  readonly currency: Currency;
  /** Transfers to the address that are on the final chain and not credited. */
  readonly found: readonly Row<'deposit'>[];
  /** Balance of the address according to each node. Enough of them must explain the transfers. */
  readonly balances: SettledBalances;
  /** Quarantined transfers to the address. They are from pages on which the nodes agreed. */
  readonly kept: readonly Movement[];
  /** Transfers from the address that the pool did not sign, with their fees. */
  readonly outside: readonly Movement[];
}

interface Movement {
  readonly units: bigint;
  readonly blockHeight: number;
}

type Deps = Pick<PoolDeps, 'db' | 'chains'>;

/** Reads the facts of the chain about an address that has these deposits in final blocks. */
export async function readAddressFacts(
  { db, chains }: Deps,
  [first, ...others]: readonly [Row<'deposit'>, ...Row<'deposit'>[]],
): Promise<AddressFacts> {
  const { address, currency, network } = first;
  const balances = await chains[network].readSettledBalances(address);
  const sent = await db.read
    .selectFrom('outsideTransfer')
    .select(['txHash', 'units', 'blockHeight'])
    .where('address', '=', address)
    // A restore may have taken the transaction over since. `readSent` then counts it as one of the pool.
    .where('txHash', 'not in', (eb) =>
      eb.selectFrom('outgoingTransaction').select('txHash').where('sender', '=', address),
    )
    .execute();
  const kept = await db.read
    .selectFrom('quarantinedTransfer')
    .select(['units', 'blockHeight'])
    .where('address', '=', address)
    .execute();
  const outside: Movement[] = [];
  for (const { txHash, units, blockHeight } of sent) {
    const outcome = await chains[network].getOutcome(txHash);
    const isFinal = outcome.status === 'mined' && outcome.isFinal;
    const paysInKind = isFinal && outcome.feeCurrency === currency;
    outside.push({ units: BigInt(units) + (paysInKind ? outcome.feeUnits : 0n), blockHeight });
  }
  const keptMovements = kept.map(({ units, blockHeight }) => ({ units: BigInt(units), blockHeight }));
  return { address, currency, found: [first, ...others], balances, kept: keptMovements, outside };
}

/** 'under-way' while a transaction of the pool from the address is not final: the comparison waits for it. */
export type Explanation = 'explained' | 'unexplained' | 'under-way';

/**
 * Compares the balances of an address with the books, while its deposits are locked. At the height of each balance, the balance and all
 * that left the address must be at least the sum of what was credited, what is quarantined and what is to be credited. The pool never sends
 * this currency to its own deposit addresses, so deposits are the only inflow.
 */
export async function explainDeposits(
  tx: Transaction,
  chain: Pick<ChainSigner, 'readSigned'>,
  facts: AddressFacts,
): Promise<Explanation> {
  const { address, found, balances } = facts;
  const ids = found.map(({ id }) => id);
  const query = tx
    .selectFrom('deposit')
    .selectAll()
    .where('address', '=', address)
    // A deposit that waits for room was explained before. Its units are still part of the balance.
    .where((eb) => eb.or([eb('id', 'in', ids), eb('blockedBy', '=', 'room')]))
    .orderBy('id');
  const open = (await lockRows(tx, query).execute()).filter(
    ({ state, reversedAt }) => state === 'confirming' || reversedAt !== null,
  );
  if (await isUndecided(tx, address)) return 'under-way';
  const outflows = [...facts.outside, ...(await readSent(tx, chain, facts))];
  let explaining = 0;
  for (const { height, units } of balances.told) {
    const isIn = ({ blockHeight }: { blockHeight: number }): boolean => blockHeight <= height;
    // A node that has not reached the block of a deposit says nothing about the deposit.
    if (!open.every(isIn)) continue;
    const left = outflows.filter(isIn).reduce((sum, outflow) => sum + outflow.units, 0n);
    const asked = open.reduce((sum, deposit) => sum + countUnits(deposit), 0n);
    const keptUnits = facts.kept.filter(isIn).reduce((sum, transfer) => sum + transfer.units, 0n);
    if (units + left >= asked + keptUnits + (await readCredited(tx, facts, height))) explaining += 1;
  }
  if (explaining >= balances.enough) return 'explained';
  return (await isMoving(tx, address)) ? 'under-way' : 'unexplained';
}

function countUnits({ currency, amountMicro, dustUnits }: Row<'deposit'>): bigint {
  return toChainUnits(currency, amountMicro) + dustUnits;
}

/**
 * Returns true while a sweep of the address is signed and not booked as final: the balance lacks the swept coins, and the books do not
 * explain that yet.
 */
async function isMoving(tx: Transaction, address: string): Promise<boolean> {
  const sweep = await tx
    .selectFrom('sweepItem')
    .select('id')
    .where('address', '=', address)
    // A literal, so that the partial index serves it.
    .where('state', '=', sql.lit('moving'))
    .limit(1)
    .executeTakeFirst();
  return sweep !== undefined;
}

/**
 * Returns true while a transaction from the address was opened again and the chain has not decided about it: the books may still count it
 * as sent.
 */
async function isUndecided(tx: Transaction, address: string): Promise<boolean> {
  const reopened = await tx
    .selectFrom('outgoingTransaction')
    .innerJoin('outgoing', 'outgoing.id', 'outgoingTransaction.subject')
    .select('outgoing.id')
    .where('sender', '=', address)
    .where(isOpenOutgoing)
    .where('reopenedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return reopened !== undefined;
}

/** Outflows of an address that the pool itself signed and that are final, including fees in the same currency. */
async function readSent(
  tx: Transaction,
  chain: Pick<ChainSigner, 'readSigned'>,
  { address, currency }: AddressFacts,
): Promise<Movement[]> {
  const sent = await tx
    .selectFrom('outgoingTransaction')
    .innerJoin('networkFee', (join) =>
      join
        .onRef('networkFee.network', '=', 'outgoingTransaction.network')
        .onRef('networkFee.txHash', '=', 'outgoingTransaction.txHash'),
    )
    .select(['networkFee.network', 'networkFee.txHash', 'raw', 'succeeded', 'blockHeight'])
    .select(['networkFee.currency as feeCurrency', 'amountMicro', 'dustUnits'])
    .where('sender', '=', address)
    .execute();
  const outflows: Movement[] = [];
  for (const { network, txHash, raw, succeeded, blockHeight, ...fee } of sent) {
    const moved = chain.readSigned(raw);
    const isMoved = succeeded === 1 && moved.currency === currency;
    const changed = await tx
      .selectFrom('networkFeeChange')
      .select([sumMicro(sql`amount_micro`).as('sumMicro'), sumMicro(sql`dust_units`).as('dustUnits')])
      .where('network', '=', network)
      .where('txHash', '=', txHash)
      .executeTakeFirstOrThrow();
    // Fees are booked rounded up to a micro-unit. The chain has not taken the difference, the dust.
    const feeUnits =
      fee.feeCurrency === currency
        ? toChainUnits(currency, fee.amountMicro + changed.sumMicro) - fee.dustUnits - changed.dustUnits
        : 0n;
    outflows.push({ units: (isMoved ? moved.units : 0n) + feeUnits, blockHeight });
  }
  return outflows;
}

/** Sum of the credited deposits of an address up to a block, in the chain's units. */
async function readCredited(
  tx: Transaction,
  { address, currency }: AddressFacts,
  height: number,
): Promise<bigint> {
  const credited = await tx
    .selectFrom('deposit')
    .select([sumMicro(sql`amount_micro`).as('sumMicro'), sumMicro(sql`dust_units`).as('dustUnits')])
    .where('address', '=', address)
    .where('state', '=', 'credited')
    .where('reversedAt', 'is', null)
    .where('blockHeight', '<=', height)
    .executeTakeFirstOrThrow();
  return toChainUnits(currency, credited.sumMicro) + credited.dustUnits;
}
