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
import { addAdopted, findReplacedUnread, isAllAsked } from '../outgoing/index.ts';
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

/** Blocks read in one step: bounded work, however far behind. */
const PAGE_BLOCKS = 500;
/** Number of page ends that are kept, to find where a reorganized chain parted. */
const REMEMBERED_PAGES = 500;
const SEEN_EVERY_MS = 5 * SECOND_MS;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random' | 'chains' | 'events'>;

/**
 * Reads the next page of blocks and notes the transfers to our addresses as confirming.
 * The place is kept with what was found, in one transaction: no block is skipped and none is counted twice. A page whose first
 * block is not the child of the last block read shows a reorganization, which is rolled back first. What the pool sent, and booked as final
 * in these blocks before they were read, is followed again where the chain has replaced them meanwhile.
 * Returns how many blocks are left to read.
 */
export async function scanChain(deps: Deps, network: Network): Promise<number> {
  const chain = deps.chains[network];
  const head = await getAllowedHead(deps, chain);
  const status = await getStatus(deps.db.read, network);
  const left = Math.max(0, head.height - status.scannedHeight);
  if (left === 0) {
    // A node that has not even the last block read is behind, which says nothing of that block.
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
  const blocks = { network, above: status.scannedHeight, upTo: to };
  const unread = await findReplacedUnread(deps, blocks);
  await deps.db.transaction(async (tx) => {
    const locked = await lockStatus(tx, network);
    if (!isWhereItWas(locked, status) || !(await isAllAsked(tx, blocks, unread))) return;
    await storePage(tx, deps, chain, page);
    for (const subject of unread.replaced) await addAdopted(tx, { network, subject });
    await recordHead(tx, deps, { network, head, scannedHeight: to });
  });
  return head.height - to;
}

/** While the page cannot be read, or two nodes do not have the same in it, the place stays and only the newest block goes on. */
async function readPage(
  deps: Deps,
  { network, scannedHeight, ...status }: ScannerStatus,
  { head, to }: { head: ChainHead; to: number },
): Promise<BlockPage | undefined> {
  try {
    const findOurs: FindOurs = (addresses) => findOwners(deps.db.read, addresses);
    return await deps.chains[network].readBlocks({ from: scannedHeight + 1, to }, findOurs);
  } catch (error) {
    // Finality is recorded with the page: only then it shows whether these blocks replace final ones.
    const { finalizedHeight } = status;
    await deps.db.transaction((tx) => recordHead(tx, deps, { network, head: { ...head, finalizedHeight } }));
    throw error;
  }
}

/** A page ends at the final block where it can: a reorganization is found by the ends of pages, and shows there whether it is past finality. */
function findPageEnd({ height, finalizedHeight }: ChainHead, { scannedHeight }: ScannerStatus): number {
  return finalizedHeight > scannedHeight ? Math.min(finalizedHeight, height) : height;
}

/**
 * Reads the head of a chain, and records when a node of it is on another network.
 *
 * @throws NetworkRefusedError
 */
async function getAllowedHead(deps: Deps, chain: ChainReader): Promise<ChainHead> {
  try {
    return await chain.getHead();
  } catch (error) {
    if (error instanceof NetworkRefusedError) await recordRefusal(deps, chain.network);
    throw error;
  }
}

/** Returns true when what is noted of a chain is worth writing again: it became final further on, fell behind, or was last seen a while ago. */
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

async function storePage(tx: Transaction, deps: Deps, chain: ScannedChain, page: BlockPage): Promise<void> {
  const { network } = chain;
  await storeTransfers(tx, deps, chain, page.transfers);
  for (const { txHash, blockHeight } of page.unreadable) {
    await tx
      .insertInto('unreadableTransaction')
      .values({ network, txHash, blockHeight, createdAt: deps.machineClock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await tx
    .insertInto('scannedBlock')
    .values({ network, height: page.last.height, hash: page.last.hash })
    .execute();
  const oldest = await tx
    .selectFrom('scannedBlock')
    .select('height')
    .where('network', '=', network)
    .orderBy('height', 'desc')
    .offset(REMEMBERED_PAGES)
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await tx
    .deleteFrom('scannedBlock')
    .where('network', '=', network)
    .where('height', '<=', oldest.height)
    .execute();
}
