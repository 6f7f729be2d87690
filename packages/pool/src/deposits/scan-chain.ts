import type { Chain, ChainHead, IncomingTransfer } from '@glasspool/chains';
import { createId, fromChainUnits, type Network, SECOND_MS, type UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { getStatus, lockStatus, type ScannerStatus } from './scanner-status.ts';

/** Blocks read in one step: bounded work, however far behind. */
const PAGE_BLOCKS = 500;
/** How many page ends are remembered, to find where a reorganized chain parted. */
const REMEMBERED_PAGES = 500;
const ADDRESSES_A_QUERY = 500;
const SEEN_EVERY_MS = 5 * SECOND_MS;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random' | 'chains' | 'events'>;

/**
 * Reads the next page of blocks and notes the transfers to our addresses as confirming (decisions.md 4).
 * The place is kept with what was found, in one transaction: no block is skipped and none is counted twice.
 * Returns how many blocks are left to read.
 */
export async function scanChain(deps: Deps, network: Network): Promise<number> {
  const chain = deps.chains[network];
  const head = await chain.getHead();
  const status = await getStatus(deps.db.read, network);
  if (!(await isOnChain(deps, chain, status.scannedHeight))) {
    await rollBack(deps, chain, status);
    return head.height - status.scannedHeight;
  }
  const to = Math.min(head.height, status.scannedHeight + PAGE_BLOCKS);
  const page = to > status.scannedHeight ? await readPage(chain, status.scannedHeight + 1, to) : undefined;
  // The chain changed while it was read; the next step reads the page again.
  if (page === undefined && to > status.scannedHeight) return head.height - status.scannedHeight;
  if (page === undefined && !isStale(status, head, deps)) return 0;
  await deps.db.transaction(async (tx) => {
    const locked = await lockStatus(tx, network);
    if (locked.scannedHeight !== status.scannedHeight) return;
    if (page !== undefined) await storePage(tx, deps, chain, page);
    await tx
      .updateTable('chainStatus')
      .set({
        scannedHeight: page?.to ?? locked.scannedHeight,
        headHeight: head.height,
        // Finality never goes backwards.
        finalizedHeight: Math.max(locked.finalizedHeight, head.finalizedHeight),
        seenAt: deps.machineClock.now(),
      })
      .where('network', '=', network)
      .execute();
  });
  return head.height - to;
}

/** Whether what is noted of a chain is worth writing again: it became final further on, or was last seen a while ago. */
function isStale(status: ScannerStatus, head: ChainHead, { machineClock }: Deps): boolean {
  return head.finalizedHeight > status.finalizedHeight || machineClock.now() - status.seenAt > SEEN_EVERY_MS;
}

interface Page {
  readonly to: number;
  readonly hash: string;
  readonly transfers: readonly IncomingTransfer[];
}

async function isOnChain({ db }: Deps, chain: Chain, height: number): Promise<boolean> {
  const stored = await db.read
    .selectFrom('scannedBlock')
    .select('hash')
    .where('network', '=', chain.network)
    .where('height', '=', height)
    .executeTakeFirst();
  return stored === undefined || stored.hash === (await chain.findBlock(height))?.hash;
}

/** Reads a range, or undefined when the chain changed meanwhile. */
async function readPage(chain: Chain, from: number, to: number): Promise<Page | undefined> {
  const before = await chain.findBlock(to);
  const transfers = await chain.listTransfers({ from, to }, () => true);
  const after = await chain.findBlock(to);
  if (before === undefined || after?.hash !== before.hash) return undefined;
  return { to, hash: before.hash, transfers };
}

async function storePage(tx: Transaction, deps: Deps, chain: Chain, page: Page): Promise<void> {
  const { network } = chain;
  await storeTransfers(tx, deps, chain, page.transfers);
  await tx.insertInto('scannedBlock').values({ network, height: page.to, hash: page.hash }).execute();
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

async function storeTransfers(
  tx: Transaction,
  deps: Deps,
  chain: Chain,
  transfers: readonly IncomingTransfer[],
): Promise<void> {
  const owners = await findOwners(tx, [...new Set(transfers.map((transfer) => transfer.to))]);
  const ours = await findOutgoing(tx, transfers);
  for (const { txHash, logIndex, to, units, blockHeight, blockHash } of transfers) {
    const userId = owners.get(to);
    // A sweep moves the pool's own holdings: no deposit, whoever receives it.
    if (userId === undefined || ours.has(txHash)) continue;
    await noteDeposit(tx, to, blockHeight);
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
        ...fromChainUnits(chain.currency, units),
        state: 'confirming',
        createdAt: deps.clock.now(),
        creditedAt: null,
      })
      // The same transfer in another block, after a reorganization: it moved.
      .onConflict((conflict) =>
        conflict.columns(['network', 'txHash', 'logIndex']).doUpdateSet({ blockHeight, blockHash }),
      )
      .execute();
    if (userId !== null) tx.onCommit(() => deps.events.emit(userId, 'wallet.changed', 'transaction.changed'));
  }
}

/** An address with a deposit above what was last swept is one to sweep. */
async function noteDeposit(tx: Transaction, address: string, blockHeight: number): Promise<void> {
  await tx
    .updateTable('wallet')
    .set({ lastDepositHeight: blockHeight })
    .where('address', '=', address)
    .where('lastDepositHeight', '<', blockHeight)
    .execute();
}

/** Which of the transfers the pool itself signed. They are stored before they are sent, so none is missed. */
async function findOutgoing(tx: Transaction, transfers: readonly IncomingTransfer[]): Promise<Set<string>> {
  const hashes = [...new Set(transfers.map(({ txHash }) => txHash))];
  const ours = new Set<string>();
  for (let start = 0; start < hashes.length; start += ADDRESSES_A_QUERY) {
    const rows = await tx
      .selectFrom('outgoingTransaction')
      .select('txHash')
      .where('txHash', 'in', hashes.slice(start, start + ADDRESSES_A_QUERY))
      .execute();
    for (const { txHash } of rows) ours.add(txHash);
  }
  return ours;
}

/** Who owns which address: one look-up a page, not one an address. Null is the treasury. */
async function findOwners(
  tx: Transaction,
  addresses: readonly string[],
): Promise<Map<string, UserId | null>> {
  const owners = new Map<string, UserId | null>();
  for (let start = 0; start < addresses.length; start += ADDRESSES_A_QUERY) {
    const chunk = addresses.slice(start, start + ADDRESSES_A_QUERY);
    const rows = await tx
      .selectFrom('wallet')
      .select(['address', 'userId'])
      .where('address', 'in', chunk)
      .execute();
    for (const { address, userId } of rows) owners.set(address, userId);
  }
  return owners;
}

/** Goes back to the newest remembered block that the chain still has, and forgets what was found above it. */
async function rollBack(deps: Deps, chain: Chain, status: ScannerStatus): Promise<void> {
  const { network } = chain;
  const remembered = await deps.db.read
    .selectFrom('scannedBlock')
    .select(['height', 'hash'])
    .where('network', '=', network)
    .orderBy('height', 'desc')
    .execute();
  let common = status.finalizedHeight;
  for (const { height, hash } of remembered) {
    if (height <= status.finalizedHeight || (await chain.findBlock(height))?.hash === hash) {
      common = height;
      break;
    }
  }
  await deps.db.transaction(async (tx) => {
    const locked = await lockStatus(tx, network);
    if (locked.scannedHeight !== status.scannedHeight) return;
    const removed = await tx
      .deleteFrom('deposit')
      .where('network', '=', network)
      .where('blockHeight', '>', common)
      .where('state', '=', 'confirming')
      .returning('userId')
      .execute();
    await tx.deleteFrom('scannedBlock').where('network', '=', network).where('height', '>', common).execute();
    await tx
      .updateTable('chainStatus')
      .set({ scannedHeight: common })
      .where('network', '=', network)
      .execute();
    for (const { userId } of removed) {
      if (userId !== null)
        tx.onCommit(() => deps.events.emit(userId, 'wallet.changed', 'transaction.changed'));
    }
  });
}
