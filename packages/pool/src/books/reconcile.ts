import { ANCHOR_INDEX } from '@glasspool/chains';
import { fromChainUnits, type LedgerCurrency, NETWORK_OF, type Network, toChainUnits } from '@glasspool/core';
import { isLostOutgoing, isOpenSweepItem, type Queryable, sumMicro, type Transaction } from '@glasspool/db';
import { getPosition, lockPosition } from '@glasspool/ledger';
import { sql } from 'kysely';
import pMap from 'p-map';
import type { PoolDeps } from '../deps.ts';
import { isAnythingOpen } from '../outgoing/index.ts';
import { readDustUnits } from '../totals/index.ts';
import { readStrayUnits } from './stray-balances.ts';

/** Blocks that a node may be behind, which has a voice for 20 s: half a minute of blocks. */
const FRESH_BLOCKS: Readonly<Record<Network, number>> = { BSC: 66, TRON: 10 };
/** Number of balances that are read at the same time. */
const READS_AT_ONCE = 16;

/** A currency on chain against the ledger, in the chain's smallest units. */
export interface Reconciliation {
  readonly currency: LedgerCurrency;
  readonly onChainUnits: bigint;
  /** Custody in the ledger, without what is signed and in flight. */
  readonly inCustodyUnits: bigint;
  /** Signed and not final: it may still be on chain or have left. */
  readonly inFlightUnits: bigint;
  /** Deposits that the chain shows and the ledger does not count yet. */
  readonly confirmingUnits: bigint;
  /** Held, but below a micro-unit, so not counted. */
  readonly dustUnits: bigint;
  /** Kept out of the books, for no account could hold it. */
  readonly quarantinedUnits: bigint;
  /** Paid in blocks that the chain replaced, and never again: on chain, and paid by the books until an admin gives it back. */
  readonly lostUnits: bigint;
  /** Remaining difference: below zero when the chain has less. 0 when chain and books agree to the last unit. */
  readonly unexplainedUnits: bigint;
}

type Deps = Pick<PoolDeps, 'db' | 'chains'>;

/**
 * Compares what the chain holds at all of our addresses with the ledger, to the last unit. Addresses that may hold something are asked
 * each time, swept ones in turns. They are read one after the other, so a transfer between two reads may show as a difference for a moment; one that stays is raised as a notice.
 */
export async function reconcile(deps: Deps, currency: LedgerCurrency): Promise<Reconciliation> {
  // The ledger is read first: what is signed meanwhile then makes the chain look smaller, never larger.
  const { custodyMicro, inFlightMicro } = await getPosition(deps.db.read, currency);
  const inCustodyUnits = toChainUnits(currency, custodyMicro);
  const inFlightUnits = toChainUnits(currency, inFlightMicro);
  const quarantinedUnits = await readQuarantined(deps, currency);
  const lostUnits = await readLost(deps, currency);
  const dustUnits = await readDustUnits(deps.db.read, currency);
  const { confirmingUnits, freshUnits } = await readConfirming(deps, currency);
  const onChainUnits = await readOnChain(deps, currency);
  const difference =
    onChainUnits - inCustodyUnits - dustUnits - confirmingUnits - quarantinedUnits - lostUnits;
  return {
    currency,
    onChainUnits,
    inCustodyUnits,
    inFlightUnits,
    confirmingUnits,
    dustUnits,
    quarantinedUnits,
    lostUnits,
    unexplainedUnits: beyond(difference, { inFlightUnits, freshUnits }),
  };
}

/**
 * Part of a difference outside of what may be in flight, or in blocks that some node has not got yet: none of it, or all. What is not there by
 * the time that its block is no longer fresh is missing.
 */
function beyond(
  difference: bigint,
  { inFlightUnits, freshUnits }: { inFlightUnits: bigint; freshUnits: bigint },
): bigint {
  if (difference < 0n) return difference + freshUnits < 0n ? difference : 0n;
  return difference > inFlightUnits ? difference - inFlightUnits : 0n;
}

/** True while the books have what a comparison read of them. Locks them until the transaction ends. */
export async function hasSameBooks(tx: Transaction, seen: Reconciliation): Promise<boolean> {
  const { currency } = seen;
  const { custodyMicro } = await lockPosition(tx, currency);
  const isSame = toChainUnits(currency, custodyMicro) === seen.inCustodyUnits;
  return isSame && (await readDustUnits(tx, currency)) === seen.dustUnits;
}

/** Returns true when something that the pool signed, or is about to, may still change what the chain holds. */
export async function isAnythingUnderWay(db: Queryable, network: Network): Promise<boolean> {
  if (await isAnythingOpen(db, network)) return true;
  const returning = db.selectFrom('sweepItem').select('id').where('network', '=', network);
  const query = returning.where(isOpenSweepItem).where('returnsGas', '=', 1);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * The hot wallet, every address with deposits that no sweep has moved or with coins for fees, and what was found at the others when they
 * were asked last.
 */
async function readOnChain({ db, chains }: Deps, currency: LedgerCurrency): Promise<bigint> {
  const network = NETWORK_OF[currency];
  const query = db.read.selectFrom('wallet').select('address').where('network', '=', network);
  const hot = await query.where('derivationIndex', '=', 0).execute();
  const others = query.where('derivationIndex', '>', 0);
  // Tokens at the anchor address are never in the books, for no key of ours moves them.
  const movable = currency === 'USDT' ? others.where('derivationIndex', '<', ANCHOR_INDEX) : others;
  // Literals, so that the partial indexes serve them.
  const withGas = await movable.where(sql<boolean>`has_gas = 1`).execute();
  const unswept =
    currency === 'BNB' ? [] : await movable.where(sql<boolean>`last_deposit_height > swept_height`).execute();
  const asked = new Set([...hot, ...withGas, ...unswept].map(({ address }) => address));
  const balances = await pMap(asked, (address) => chains[network].getBalanceUnits(address, currency), {
    concurrency: READS_AT_ONCE,
  });
  const strayUnits = await readStrayUnits(db.read, { currency, asked });
  return balances.reduce((sum, units) => sum + units, strayUnits);
}

/** Sum at our addresses that is too large for the books. The balance of the anchor address is not read. */
async function readQuarantined({ db }: Deps, currency: LedgerCurrency): Promise<bigint> {
  if (currency === 'BNB') return 0n;
  const rows = await db.read
    .selectFrom('quarantinedTransfer')
    .select('units')
    .where('currency', '=', currency)
    .where('reason', '=', 'too-large')
    .execute();
  return rows.reduce((sum, { units }) => sum + BigInt(units), 0n);
}

async function readLost({ db }: Deps, currency: LedgerCurrency): Promise<bigint> {
  if (currency === 'BNB') return 0n;
  const { lostMicro } = await db.read
    .selectFrom('outgoing')
    .innerJoin('withdrawal', 'withdrawal.id', 'outgoing.id')
    .where(isLostOutgoing)
    .where('currency', '=', currency)
    .select(sumMicro(sql`amount_micro`).as('lostMicro'))
    .executeTakeFirstOrThrow();
  return toChainUnits(currency, lostMicro);
}

/** The chain's units as micro-units, rounded up: what is missing, or what a fee may cost. */
export function toMicroUp(currency: LedgerCurrency, units: bigint): bigint {
  const { amountMicro, dustUnits } = fromChainUnits(currency, units);
  return dustUnits > 0n ? amountMicro + 1n : amountMicro;
}

async function readConfirming(
  { db }: Deps,
  currency: LedgerCurrency,
): Promise<{ confirmingUnits: bigint; freshUnits: bigint }> {
  if (currency === 'BNB') return { confirmingUnits: 0n, freshUnits: 0n };
  const network = NETWORK_OF[currency];
  const confirming = db.read
    .selectFrom('deposit')
    .where('currency', '=', currency)
    // A literal, so that the partial index serves it.
    .where('state', '=', sql.lit('confirming'))
    .select([sumMicro(sql`amount_micro`).as('sumMicro'), sumMicro(sql`dust_units`).as('dustUnits')]);
  const status = await db.read
    .selectFrom('chainStatus')
    .select('scannedHeight')
    .where('network', '=', network)
    .executeTakeFirst();
  const freshFrom = (status?.scannedHeight ?? 0) - FRESH_BLOCKS[network];
  const all = await confirming.executeTakeFirstOrThrow();
  const fresh = await confirming.where('blockHeight', '>', freshFrom).executeTakeFirstOrThrow();
  const toUnits = (row: typeof all): bigint => toChainUnits(currency, row.sumMicro) + row.dustUnits;
  return { confirmingUnits: toUnits(all), freshUnits: toUnits(fresh) };
}
