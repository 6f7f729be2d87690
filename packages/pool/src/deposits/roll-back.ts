import type { ChainReader } from '@glasspool/chains';
import type { Network } from '@glasspool/core';
import { isOpenSweepItem, type Transaction } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import { recordHalt, reopen } from '../outgoing/index.ts';
import { isWhereItWas, lockStatus, type ScannerStatus } from './scanner-status.ts';

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'chains' | 'events'>;

interface Fork {
  /** Height of the newest scanned block that the chain still has. */
  readonly common: number;
  /**
   * True when a final block is known to be gone. Of blocks that were final when they were read, only the ends of pages are compared.
   */
  readonly isFinalityBroken: boolean;
}

/**
 * Goes back to the newest remembered block that the chain still has, and deletes everything found above it that was not credited. Deposits
 * that were credited above it are checked again, and what was decided by blocks above it is decided again. Halts payouts when final
 * blocks are known to be gone.
 *
 * @throws Error when the node has none of the scanned blocks: it is on another chain, or its chain was re-created.
 */
export async function rollBack(deps: Deps, chain: ChainReader, status: ScannerStatus): Promise<void> {
  const { network } = chain;
  const fork = await findFork(deps, chain, status);
  if (fork === undefined) return;
  const { common, isFinalityBroken } = fork;
  await deps.db.transaction(async (tx) => {
    const locked = await lockStatus(tx, network);
    if (!isWhereItWas(locked, status)) return;
    const removed = await tx
      .deleteFrom('deposit')
      .where('network', '=', network)
      .where('blockHeight', '>', common)
      // A literal, so that the partial index serves it.
      .where('state', '=', sql.lit('confirming'))
      .returning('userId')
      .execute();
    for (const table of ['quarantinedTransfer', 'outsideTransfer'] as const)
      await tx.deleteFrom(table).where('network', '=', network).where('blockHeight', '>', common).execute();
    await lowerReadHeights(tx, network, common);
    const reopened = await reopen(tx, deps, { network, aboveHeight: common });
    await tx.deleteFrom('scannedBlock').where('network', '=', network).where('height', '>', common).execute();
    const recheckFrom = Math.min(common, locked.recheckFrom ?? common);
    const mustRecheck = common < locked.finalizedHeight || (await hasCredited(tx, network, common));
    await tx
      .updateTable('chainStatus')
      .set({
        scannedHeight: common,
        rollBacks: locked.rollBacks + 1,
        ...(mustRecheck ? { recheckFrom } : {}),
      })
      .where('network', '=', network)
      .execute();
    if (isFinalityBroken || reopened > 0) {
      const reason = `${network} replaced blocks above ${common} that were final up to ${locked.finalizedHeight}.`;
      await recordHalt(tx, reason, network);
    }
    for (const { userId } of removed) {
      if (userId !== null)
        tx.onCommit(() => deps.events.emit(userId, 'wallet.changed', 'transaction.changed'));
    }
  });
}

/**
 * Lowers the read height of sweeps that are under way and read the balance of their address in a replaced block: a deposit in the new
 * blocks may have arrived after the sweep.
 */
async function lowerReadHeights(tx: Transaction, network: Network, common: number): Promise<void> {
  await tx
    .updateTable('sweepItem')
    .set({ readHeight: common })
    .where('network', '=', network)
    .where('state', '=', sql.lit('moving'))
    .where(isOpenSweepItem)
    .where('readHeight', '>', common)
    .execute();
}

/**
 * Returns true when a deposit above a block was credited. Its block may be above the recorded final height: crediting asks the node, which
 * may call a block final before the scanner has read so far.
 */
async function hasCredited(tx: Transaction, network: Network, height: number): Promise<boolean> {
  const credited = await tx
    .selectFrom('deposit')
    .select('id')
    .where('network', '=', network)
    .where('blockHeight', '>', height)
    // A literal, so that the partial index serves it.
    .where('state', '=', sql.lit('credited'))
    .where('reversedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return credited !== undefined;
}

/**
 * Newest block that the chain and our record have in common; undefined when the node does not return a block of a remembered height. Every
 * block below a common one is common, so that halving finds it.
 */
async function findFork(deps: Deps, chain: ChainReader, status: ScannerStatus): Promise<Fork | undefined> {
  const { network } = chain;
  const remembered = await deps.db.read
    .selectFrom('scannedBlock')
    .select(['height', 'hash'])
    .where('network', '=', network)
    .orderBy('height')
    .execute();
  let [common, replaced] = [-1, remembered.length];
  while (replaced - common > 1) {
    const middle = Math.floor((common + replaced) / 2);
    const one = remembered[middle];
    const block = one && (await chain.findBlock(one.height));
    if (block === undefined) return undefined;
    if (block.hash === one?.hash) common = middle;
    else replaced = middle;
  }
  const [kept, gone] = [remembered[common], remembered[replaced]];
  if (kept === undefined)
    throw new Error(
      `The ${network} node has none of the blocks that were read before. It is on another chain, or was re-created: point the settings at a node of the same chain, or begin with an empty data folder.`,
    );
  return {
    common: kept.height,
    isFinalityBroken: gone !== undefined && gone.height <= status.finalizedHeight,
  };
}
