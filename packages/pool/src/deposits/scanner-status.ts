import { type ChainHead, NodesDifferError } from '@glasspool/chains';
import type { Network } from '@glasspool/core';
import { lockRows, type Queryable, type Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';

/** Progress of the scanner of a network. */
export interface ScannerStatus {
  readonly network: Network;
  readonly scannedHeight: number;
  readonly finalizedHeight: number;
  readonly seenAt: number;
  readonly behindSince: number | null;
  readonly finalityStalledSince: number | null;
  readonly recheckFrom: number | null;
  readonly refusedSince: number | null;
  readonly nodesDifferSince: number | null;
  /** Number of times that the scanner has rolled back. */
  readonly rollBacks: number;
}

const COLUMNS = [
  'network',
  'scannedHeight',
  'finalizedHeight',
  'seenAt',
  'behindSince',
  'finalityStalledSince',
  'recheckFrom',
  'refusedSince',
  'nodesDifferSince',
  'rollBacks',
] as const;

/** Sets the start block of a network's scanner to the final block, unless the scanner has a position already. */
export async function openScanner(
  deps: Pick<PoolDeps, 'db' | 'chains' | 'machineClock'>,
  network: Network,
): Promise<void> {
  const known = await findStatus(deps.db.read, network);
  if (known !== undefined) return;
  const { finalizedHeight, isAgreed } = await deps.chains[network].getHead();
  if (!isAgreed)
    throw new NodesDifferError(`Too few ${network} nodes answer to know where a first start begins to read.`);
  // A node that is away keeps the scanner from reading on, but must not keep the pool from its first start.
  const block = await deps.chains[network].findBlock(finalizedHeight).catch(() => undefined);
  const seenAt = deps.machineClock.now();
  await deps.db.transaction(async (tx) => {
    await tx
      .insertInto('chainStatus')
      .values({
        network,
        scannedHeight: finalizedHeight,
        headHeight: finalizedHeight,
        finalizedHeight,
        seenAt,
      })
      .onConflict((conflict) => conflict.column('network').doNothing())
      .execute();
    // Remember the start block: the first page has to be its child.
    if (block === undefined) return;
    await tx
      .insertInto('scannedBlock')
      .values({ network, height: finalizedHeight, hash: block.hash })
      .onConflict((conflict) => conflict.columns(['network', 'height']).doNothing())
      .execute();
  });
}

/** Stores the head of a chain, and since when its node is behind: the newest block is old, or lower than the last scanned one. */
export async function recordHead(
  tx: Transaction,
  deps: Pick<PoolDeps, 'chains' | 'clock' | 'machineClock'>,
  seen: { network: Network; head: ChainHead; scannedHeight?: number },
): Promise<void> {
  const { network, head, scannedHeight } = seen;
  const status = await lockStatus(tx, network);
  const now = deps.machineClock.now();
  const { blockAgeMaxMs } = deps.chains[network];
  const isOld = blockAgeMaxMs !== null && deps.clock.now() - head.timeMs > blockAgeMaxMs;
  const isBehind = isOld || head.height < status.scannedHeight;
  await tx
    .updateTable('chainStatus')
    .set({
      scannedHeight: scannedHeight ?? status.scannedHeight,
      headHeight: head.height,
      headTime: head.timeMs,
      // Finality never goes backwards.
      finalizedHeight: Math.max(status.finalizedHeight, head.finalizedHeight),
      seenAt: now,
      behindSince: isBehind ? (status.behindSince ?? now) : null,
      finalityStalledSince: head.isFinalityStalled ? (status.finalityStalledSince ?? now) : null,
      refusedSince: null,
      nodesDifferSince: deps.chains[network].isStopped?.() === true ? (status.nodesDifferSince ?? now) : null,
    })
    .where('network', '=', network)
    .execute();
}

/** Records that a node of a chain is on a network that the pool must not touch. Nothing that the node says is believed. */
export async function recordRefusal(
  { db, machineClock }: Pick<PoolDeps, 'db' | 'machineClock'>,
  network: Network,
): Promise<void> {
  const status = await findStatus(db.read, network);
  if (status === undefined || status.refusedSince !== null) return;
  await db.transaction(async (tx) => {
    await tx
      .updateTable('chainStatus')
      .set({ refusedSince: machineClock.now() })
      .where('network', '=', network)
      .execute();
  });
}

/**
 * Returns the progress of the scanner of a network.
 *
 * @throws Error before `openScanner`.
 */
export async function getStatus(db: Queryable, network: Network): Promise<ScannerStatus> {
  const status = await findStatus(db, network);
  if (status === undefined) throw new Error(`The scanner of ${network} has not begun.`);
  return status;
}

/** Does the same as `getStatus`, with the row locked until the transaction ends. */
export async function lockStatus(tx: Transaction, network: Network): Promise<ScannerStatus> {
  const query = tx.selectFrom('chainStatus').select(COLUMNS).where('network', '=', network);
  return lockRows(tx, query).executeTakeFirstOrThrow();
}

/** Returns true when a scanner has neither moved nor rolled back since. After a rollback it may reach the same height again. */
export function isWhereItWas(now: ScannerStatus, before: ScannerStatus): boolean {
  return now.scannedHeight === before.scannedHeight && now.rollBacks === before.rollBacks;
}

function findStatus(db: Queryable, network: Network): Promise<ScannerStatus | undefined> {
  return db.selectFrom('chainStatus').select(COLUMNS).where('network', '=', network).executeTakeFirst();
}
