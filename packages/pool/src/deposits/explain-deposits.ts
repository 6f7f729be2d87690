// A deposit is credited once the balance of its address explains it, together with all others of that address: no receipt is believed alone.
import type { ChainSigner, SettledBalance } from '@glasspool/chains';
import { type Currency, toChainUnits } from '@glasspool/core';
import { lockRows, type Row, sumMicro, type Transaction } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';

/** Facts of the chain about an address, read before it is compared with the books. */
export interface AddressFacts {
  readonly address: string;
  readonly currency: Currency;
  /** Transfers to it that the final chain has, and the books do not count. */
  readonly found: readonly Row<'deposit'>[];
  /** Balance as each node says; it must explain the transfers by each of them. */
  readonly balances: readonly SettledBalance[];
  /** Transfers to it that are quarantined. They were in pages that the nodes agreed about. */
  readonly kept: readonly Movement[];
  /** Transfers from it that were not signed here, with their fees. */
  readonly outside: readonly Movement[];
}

interface Movement {
  readonly units: bigint;
  readonly blockHeight: number;
}

type Deps = Pick<PoolDeps, 'db' | 'chains'>;

/** Asks the chain about an address, for transfers that it has in final blocks. */
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
    // One that a restore has taken over since is counted with what the pool sent.
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

/** 'under-way' while something that the pool sent from the address is not final: the comparison waits for it. */
export type Explanation = 'explained' | 'unexplained' | 'under-way';

/**
 * Compares what the chain says of an address with the books, under the lock of its transfers. At the height of each balance: what the address
 * holds and what left it must be at least what was credited to it, what is quarantined, and all that is to be credited. The pool sends nothing of
 * this currency to its own deposit addresses.
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
    // One that waits for room was explained, and its units are there.
    .where((eb) => eb.or([eb('id', 'in', ids), eb('blockedBy', '=', 'room')]))
    .orderBy('id');
  const open = (await lockRows(tx, query).execute()).filter(
    ({ state, reversedAt }) => state === 'confirming' || reversedAt !== null,
  );
  if (await isUndecided(tx, address)) return 'under-way';
  const outflows = [...facts.outside, ...(await readSent(tx, chain, facts))];
  for (const { height, units } of balances) {
    const isIn = ({ blockHeight }: { blockHeight: number }): boolean => blockHeight <= height;
    // A node that has not come so far says nothing of it.
    if (!open.every(isIn)) return 'unexplained';
    const left = outflows.filter(isIn).reduce((sum, outflow) => sum + outflow.units, 0n);
    const asked = open.reduce((sum, deposit) => sum + countUnits(deposit), 0n);
    const keptUnits = facts.kept.filter(isIn).reduce((sum, transfer) => sum + transfer.units, 0n);
    if (units + left < asked + keptUnits + (await readCredited(tx, facts, height)))
      return (await isMoving(tx, address)) ? 'under-way' : 'unexplained';
  }
  return 'explained';
}

function countUnits({ currency, amountMicro, dustUnits }: Row<'deposit'>): bigint {
  return toChainUnits(currency, amountMicro) + dustUnits;
}

/** Returns true while a sweep of the address is signed and not booked as final: what it takes is missing, and explained by nothing yet. */
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

/** Returns true while the chain has not decided again about something that the pool sent from the address: the books may count it as sent. */
async function isUndecided(tx: Transaction, address: string): Promise<boolean> {
  const adopted = await tx
    .selectFrom('outgoingTransaction')
    .innerJoin('adoptedSubject', 'adoptedSubject.subject', 'outgoingTransaction.subject')
    .select('txHash')
    .where('sender', '=', address)
    .limit(1)
    .executeTakeFirst();
  return adopted !== undefined;
}

/** Transfers of the pool from an address in final blocks, with fees in the same currency. */
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
    // Fees are booked rounded up; the chain still has the dust.
    const feeUnits =
      fee.feeCurrency === currency
        ? toChainUnits(currency, fee.amountMicro + changed.sumMicro) - fee.dustUnits - changed.dustUnits
        : 0n;
    outflows.push({ units: (isMoved ? moved.units : 0n) + feeUnits, blockHeight });
  }
  return outflows;
}

/** Part of what came to an address up to a block that is credited. */
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
