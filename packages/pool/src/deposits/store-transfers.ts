import type { IncomingTransfer } from '@glasspool/chains';
import { createId, fromChainUnits, type UserId } from '@glasspool/core';
import type { Queryable, Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { haltAsOlderCopy } from '../outgoing/index.ts';
import { findQuarantineReason, quarantine, type ScannedChain } from './quarantine.ts';

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
  for (const { txHash, logIndex, from, to, units, blockHeight, blockHash } of touching) {
    // A sweep moves the pool's own holdings: it is never a deposit.
    if (signed.has(txHash)) continue;
    if (owners.has(from)) {
      await tx
        .insertInto('outsideTransfer')
        .values({
          network: chain.network,
          txHash,
          logIndex,
          address: from,
          units: String(units),
          blockHeight,
        })
        .onConflict((conflict) =>
          conflict.columns(['network', 'txHash', 'logIndex']).doUpdateSet({ blockHeight }),
        )
        .execute();
      await haltAsOlderCopy(
        tx,
        deps,
        `${chain.network} transaction ${txHash} took money from ${from}, and the database knows nothing of it.`,
      );
    }
    const userId = owners.get(to);
    if (userId === undefined) continue;
    const reason = findQuarantineReason(chain, { to, units });
    if (reason !== undefined) {
      const transfer = { txHash, logIndex, to, units, blockHeight };
      await quarantine(tx, deps, { chain, transfer, reason });
      continue;
    }
    await recordDepositHeight(tx, to, blockHeight);
    await tx
      .insertInto('deposit')
      .values({
        id: createId('deposit', deps),
        network: chain.network,
        currency: chain.currency,
        txHash,
        logIndex,
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
      // A reorganization put the same transfer into another block.
      .onConflict((conflict) =>
        conflict.columns(['network', 'txHash', 'logIndex']).doUpdateSet({ blockHeight, blockHash }),
      )
      .execute();
    if (userId !== null) tx.onCommit(() => deps.events.emit(userId, 'wallet.changed', 'transaction.changed'));
  }
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
