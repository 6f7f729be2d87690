import { type IncomingTransfer, isPaidByContract } from '@glasspool/chains';
import { createId, fromChainUnits, type Network, type UserId } from '@glasspool/core';
import type { Queryable, Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { haltAsOlderCopy } from '../outgoing/index.ts';
import { findQuarantineReason, quarantine, type ScannedChain } from './quarantine.ts';
import { type TransferRow, TransferRows } from './transfer-rows.ts';

const ADDRESSES_PER_QUERY = 500;

type Deps = Pick<PoolDeps, 'clock' | 'random' | 'events'>;

/**
 * Stores transfers to our addresses as confirming deposits. A transfer that the books cannot hold is quarantined, so that it never stops
 * the scanner. A transfer from one of our addresses that the pool did not sign halts payouts: someone else uses the keys, or the database
 * is an older copy.
 */
export async function storeTransfers(
  tx: Transaction,
  deps: Deps,
  chain: ScannedChain,
  transfers: readonly IncomingTransfer[],
): Promise<void> {
  const owners = await findOwners(tx, [...new Set(transfers.flatMap(({ from, to }) => [from, to]))]);
  const touching = transfers.filter(({ from, to }) => owners.has(from) || owners.has(to));
  const signed = await findOutgoing(tx, touching);
  // A sweep moves the pool's own holdings: it is never a deposit.
  const foreign = touching.filter(({ txHash }) => !signed.has(txHash));
  const rows = await TransferRows.read(tx, chain.network, foreign);
  for (const transfer of foreign) {
    const number = rows.findNumber(transfer) ?? rows.takeNumber(transfer.txHash);
    const placed = { transfer, number };
    if (owners.has(transfer.from))
      await storeOutside(tx, deps, chain, { ...placed, row: rows.findOut(transfer) });
    const userId = owners.get(transfer.to);
    if (userId !== undefined)
      await storeIncoming(tx, deps, chain, { ...placed, row: rows.findIn(transfer), userId });
  }
}

/**
 * Stores the transfers of one final transaction that the books lack, and the names of those that they have. A row that is as the chain has it
 * is left as it is: nothing has happened again.
 */
export async function storeMissing(
  tx: Transaction,
  deps: Deps,
  chain: ScannedChain,
  transfers: readonly IncomingTransfer[],
): Promise<void> {
  const rows = await TransferRows.read(tx, chain.network, transfers);
  const missing: IncomingTransfer[] = [];
  for (const transfer of transfers) {
    const known = [rows.findIn(transfer), rows.findOut(transfer)].filter((row) => row !== undefined);
    for (const row of known) await updateRow(tx, chain.network, row, { entry: transfer.entry });
    const isSame = known.every(({ blockHash }) => blockHash === null || blockHash === transfer.blockHash);
    if (known.length === 0 || !isSame) missing.push(transfer);
  }
  await storeTransfers(tx, deps, chain, missing);
}

interface Placed {
  readonly transfer: IncomingTransfer;
  /** Number in the books of a transfer that has no row. */
  readonly number: number;
  readonly row: TransferRow | undefined;
}

async function storeOutside(
  tx: Transaction,
  deps: Deps,
  chain: ScannedChain,
  { transfer, number, row }: Placed,
): Promise<void> {
  const { network } = chain;
  const { txHash, entry, from, units, blockHeight } = transfer;
  // No contract is at an address of ours, and none but contracts move coins in internal transactions.
  if (isPaidByContract(entry)) return;
  if (row === undefined)
    await tx
      .insertInto('outsideTransfer')
      .values({ network, txHash, logIndex: number, entry, address: from, units: String(units), blockHeight })
      .execute();
  else await updateRow(tx, network, row, transfer);
  await haltAsOlderCopy(
    tx,
    deps,
    `${network} transaction ${txHash} took money from ${from}, and the database knows nothing of it.`,
  );
}

async function storeIncoming(
  tx: Transaction,
  deps: Deps,
  chain: ScannedChain,
  { transfer, number, row, userId }: Placed & { userId: UserId | null },
): Promise<void> {
  const { txHash, entry, from, to, units, blockHeight, blockHash } = transfer;
  const reason = findQuarantineReason(chain, { to, units });
  if (row !== undefined) await updateRow(tx, chain.network, row, transfer);
  else if (reason !== undefined) return quarantine(tx, deps, { chain, transfer, number, reason });
  if (row?.table === 'quarantinedTransfer') return;
  await recordDepositHeight(tx, to, blockHeight);
  if (row === undefined)
    await tx
      .insertInto('deposit')
      .values({
        id: createId('deposit', deps),
        network: chain.network,
        currency: chain.currency,
        txHash,
        logIndex: number,
        entry,
        blockHeight,
        blockHash,
        address: to,
        userId,
        sender: from,
        ...fromChainUnits(chain.currency, units),
        state: 'confirming',
        createdAt: deps.clock.now(),
        creditedAt: null,
      })
      .execute();
  if (userId !== null) tx.onCommit(() => deps.events.emit(userId, 'wallet.changed', 'transaction.changed'));
}

/** Stores the name of a transfer that has a row, and its block: a reorganization may have put it into another one. */
async function updateRow(
  tx: Transaction,
  network: Network,
  { table, txHash, logIndex }: TransferRow,
  { entry, blockHeight, blockHash }: Pick<IncomingTransfer, 'entry'> & Partial<IncomingTransfer>,
): Promise<void> {
  const block = { blockHeight, ...(table === 'deposit' ? { blockHash } : {}) };
  await tx
    .updateTable(table)
    .set({ entry, ...(blockHeight === undefined ? {} : block) })
    .where('network', '=', network)
    .where('txHash', '=', txHash)
    .where('logIndex', '=', logIndex)
    .execute();
}

/**
 * Marks an address for the next sweep: its deposit is above the height up to which it was swept. A deposit that is read after the sweep, in
 * a block that is not later, marks the address too. After a reorganization, the deposit may come after the sweep, or the sweep may be gone.
 */
async function recordDepositHeight(tx: Transaction, address: string, blockHeight: number): Promise<void> {
  await tx
    .updateTable('wallet')
    .set((eb) => ({
      lastDepositHeight: eb
        .case()
        .when('lastDepositHeight', '<', blockHeight)
        .then(blockHeight)
        .else(eb.ref('lastDepositHeight'))
        .end(),
      sweptHeight: eb
        .case()
        .when('sweptHeight', '>=', blockHeight)
        .then(blockHeight - 1)
        .else(eb.ref('sweptHeight'))
        .end(),
    }))
    .where('address', '=', address)
    .where((eb) => eb.or([eb('lastDepositHeight', '<', blockHeight), eb('sweptHeight', '>=', blockHeight)]))
    .execute();
}

/** Hashes of those transfers that the pool itself signed. The pool stores each transaction before it is sent, so none is missed. */
async function findOutgoing(tx: Transaction, transfers: readonly IncomingTransfer[]): Promise<Set<string>> {
  const hashes = [...new Set(transfers.map(({ txHash }) => txHash))];
  const ours = new Set<string>();
  for (let start = 0; start < hashes.length; start += ADDRESSES_PER_QUERY) {
    const rows = await tx
      .selectFrom('outgoingTransaction')
      .select('txHash')
      .where('txHash', 'in', hashes.slice(start, start + ADDRESSES_PER_QUERY))
      .execute();
    for (const { txHash } of rows) ours.add(txHash);
  }
  return ours;
}

/**
 * Owners of those addresses that are ours; null for an address of the pool itself. One query per batch of addresses, not one per address.
 */
export async function findOwners(
  db: Queryable,
  addresses: readonly string[],
): Promise<Map<string, UserId | null>> {
  const owners = new Map<string, UserId | null>();
  for (let start = 0; start < addresses.length; start += ADDRESSES_PER_QUERY) {
    const chunk = addresses.slice(start, start + ADDRESSES_PER_QUERY);
    const rows = await db
      .selectFrom('wallet')
      .select(['address', 'userId'])
      .where('address', 'in', chunk)
      .execute();
    for (const { address, userId } of rows) owners.set(address, userId);
  }
  return owners;
}
