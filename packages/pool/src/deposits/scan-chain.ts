import {
  type BlockId,
  type BlockPage,
  type ChainHead,
  type ChainReader,
  type FindOurs,
  NetworkRefusedError,
} from '@glasspool/chains';
import { type Network, SECOND_MS } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import type { ScannedChain } from './quarantine.ts';
import { rollBack } from './roll-back.ts';
import { findRememberedHash, isOnChain } from './scanned-blocks.ts';
import {
  getStatus,
  isWhereItWas,
  lockStatus,
  recordHead,
  recordRefusal,
  type ScannerStatus,
} from './scanner-status.ts';
import { findOwners, storeTransfers } from './store-transfers.ts';

/** Maximum of blocks per step: it bounds the work of a step, however far behind the scanner is. */
const PAGE_BLOCKS = 500;
/** Number of blocks below the newest whose hashes are remembered, to find the one at which a reorganized chain forked. */
const REMEMBERED_BLOCKS = 20_000;
const SEEN_EVERY_MS = 5 * SECOND_MS;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random' | 'chains' | 'events'>;

/**
 * Reads the next page of blocks and stores the transfers to our addresses as confirming. The position of the scanner is stored in the same
 * transaction: no block is skipped and none is counted twice. When the first block of a page is not the child of the last scanned block,
 * the chain was reorganized, and the scanner rolls back first. Returns the number of blocks left to read.
 */
export async function scanChain(deps: Deps, network: Network): Promise<number> {
  const chain = deps.chains[network];
  const head = await getAllowedHead(deps, chain);
  const status = await getStatus(deps.db.read, network);
  const left = Math.max(0, head.height - status.scannedHeight);
  if (left === 0) {
    // A node that does not even have the last scanned block is behind. It says nothing about that block.
    const isKnown = head.height === status.scannedHeight;
    if (isKnown && !(await isOnChain(deps, chain, status.scannedHeight))) await rollBack(deps, chain, status);
    else if (isStale(status, head, deps))
      await deps.db.transaction((tx) => recordHead(tx, deps, { network, head }));
    return 0;
  }
  const to = Math.min(findPageEnd(head, status), status.scannedHeight + PAGE_BLOCKS);
  const page = await readPage(deps, status, { head, to });
  // The chain changed while it was read; the next step reads the page again.
  if (page === undefined) return left;
  if (!(await isChild(deps, network, status.scannedHeight, page.first))) {
    await rollBack(deps, chain, status);
    return left;
  }
  await deps.db.transaction(async (tx) => {
    const locked = await lockStatus(tx, network);
    if (!isWhereItWas(locked, status)) return;
    await storePage(tx, deps, chain, { page, finalizedHeight: head.finalizedHeight });
    await recordHead(tx, deps, { network, head, scannedHeight: to });
  });
  return head.height - to;
}

/**
 * Reads a page of blocks. While that fails, or two nodes disagree about the page, the scanner keeps its position and records only the head.
 */
async function readPage(
  deps: Deps,
  { network, scannedHeight, ...status }: ScannerStatus,
  { head, to }: { head: ChainHead; to: number },
): Promise<BlockPage | undefined> {
  try {
    const findOurs: FindOurs = (addresses) => findOwners(deps.db.read, addresses);
    return await deps.chains[network].readBlocks({ from: scannedHeight + 1, to }, findOurs);
  } catch (error) {
    // Record a new final height only together with its page. Otherwise, scanned blocks that this page replaces would count as final.
    const { finalizedHeight } = status;
    await deps.db.transaction((tx) => recordHead(tx, deps, { network, head: { ...head, finalizedHeight } }));
    throw error;
  }
}

/**
 * Last block of the next page: the final block where possible. A page is stored with the hashes of the blocks above the final one, which
 * tell later whether final blocks were replaced.
 */
function findPageEnd({ height, finalizedHeight }: ChainHead, { scannedHeight }: ScannerStatus): number {
  return finalizedHeight > scannedHeight ? Math.min(finalizedHeight, height) : height;
}

/**
 * Reads the head of a chain, and records when a node of the chain is on another network.
 *
 * @throws NetworkRefusedError when a node is on a network that the pool must not touch.
 */
async function getAllowedHead(deps: Deps, chain: ChainReader): Promise<ChainHead> {
  try {
    return await chain.getHead();
  } catch (error) {
    if (error instanceof NetworkRefusedError) await recordRefusal(deps, chain.network);
    throw error;
  }
}

/**
 * Returns true when the stored status of a chain has to be updated: finality moved on, the node fell behind, a refusal is over, or the last
 * update was a while ago.
 */
function isStale(status: ScannerStatus, head: ChainHead, { machineClock }: Deps): boolean {
  const fellBehind = head.height < status.scannedHeight && status.behindSince === null;
  const wasRefused = status.refusedSince !== null;
  const isFinalFurther = head.finalizedHeight > status.finalizedHeight;
  return fellBehind || wasRefused || isFinalFurther || machineClock.now() - status.seenAt > SEEN_EVERY_MS;
}

async function isChild(deps: Deps, network: Network, height: number, block: BlockId): Promise<boolean> {
  const stored = await findRememberedHash(deps.db.read, { network, height });
  return stored === undefined || stored === block.parentHash;
}

async function storePage(
  tx: Transaction,
  deps: Deps,
  chain: ScannedChain,
  { page, finalizedHeight }: { page: BlockPage; finalizedHeight: number },
): Promise<void> {
  const { network } = chain;
  await storeTransfers(tx, deps, chain, page.transfers);
  for (const { txHash, blockHeight } of page.unreadable) {
    await tx
      .insertInto('unreadableTransaction')
      .values({ network, txHash, blockHeight, createdAt: deps.machineClock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (page.unproved > 0)
    await tx
      .updateTable('chainStatus')
      .set((eb) => ({
        unprovedBlocks: eb('unprovedBlocks', '+', page.unproved),
        unprovedAt: deps.machineClock.now(),
      }))
      .where('network', '=', network)
      .execute();
  // The end of the page, and every block that may still be called final: its hash tells whether a final one was replaced.
  const remembered = page.blocks.filter(
    ({ height }) => height === page.last.height || height > finalizedHeight,
  );
  await tx
    .insertInto('scannedBlock')
    .values(remembered.map(({ height, hash }) => ({ network, height, hash })))
    .execute();
  await tx
    .deleteFrom('scannedBlock')
    .where('network', '=', network)
    .where('height', '<=', page.last.height - REMEMBERED_BLOCKS)
    .execute();
}
