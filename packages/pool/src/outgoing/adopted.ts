// Subjects that are followed until the chain has decided about them, and that nothing else follows: what a restore took over for a sweep or an
// anchor, and what stood in blocks that were replaced. Nothing is signed on their network meanwhile.
import type { Network } from '@glasspool/core';
import type { Queryable, Transaction } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import { isBookedAs } from './change-network-fee.ts';

const HASHES_PER_QUERY = 500;

/** Has a subject followed. */
export async function addAdopted(
  tx: Transaction,
  { network, subject }: { network: Network; subject: string },
): Promise<void> {
  await tx
    .insertInto('adoptedSubject')
    .values({ network, subject })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Has everything followed again that was final in blocks above a height, which the chain has replaced: it is sent again where the new ones do
 * not have it. A payment that failed is only looked up, for its fee.
 */
export async function followReplaced(
  tx: Transaction,
  { network, height }: { network: Network; height: number },
): Promise<void> {
  const replaced = await listBooked(tx, { network, above: height, upTo: Number.MAX_SAFE_INTEGER });
  for (const { subject } of replaced) await addAdopted(tx, { network, subject });
}

interface Blocks {
  readonly network: Network;
  readonly above: number;
  readonly upTo: number;
}

/** Transactions that were booked as final in blocks that the scanner had not read. */
export interface BookedUnread {
  readonly booked: readonly Booked[];
  /** Subjects of those that the chain does not have as they are booked. */
  readonly replaced: readonly string[];
}

/**
 * Finds what was final in blocks that the scanner had not read, and that the chain has replaced since: of those no block that was read can
 * tell. Asks the node about each transaction that was booked in these heights: at its own height a new block may take another fee for it, or
 * have it as one that failed.
 */
export async function findReplacedUnread(
  deps: Pick<PoolDeps, 'db' | 'chains'>,
  blocks: Blocks,
): Promise<BookedUnread> {
  const { network } = blocks;
  const booked = await listBooked(deps.db.read, blocks);
  const replaced: string[] = [];
  for (const { txHash, blockHeight, subject } of booked) {
    const outcome = await deps.chains[network].getOutcome(txHash);
    const final = outcome.status === 'mined' && outcome.isFinal ? outcome : undefined;
    const isThere = final?.blockHeight === blockHeight && final.succeeded;
    if (!isThere || !(await isBookedAs(deps.db.read, { network, txHash }, final))) replaced.push(subject);
  }
  return { booked, replaced };
}

/** Returns true while nothing else is booked in these blocks than when the chain was asked about them. */
export async function isAllAsked(db: Queryable, blocks: Blocks, { booked }: BookedUnread): Promise<boolean> {
  const write = (all: readonly Booked[]): string =>
    all
      .map(({ txHash, blockHeight }) => `${txHash} ${blockHeight}`)
      .sort()
      .join();
  return write(await listBooked(db, blocks)) === write(booked);
}

/** Returns true when something that the pool sent is booked as final in a block of a network above a height. */
export async function hasBookedAbove(
  db: Queryable,
  { network, height }: { network: Network; height: number },
): Promise<boolean> {
  const query = selectFees(db, { network, above: height, upTo: Number.MAX_SAFE_INTEGER });
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

interface Booked {
  readonly txHash: string;
  readonly blockHeight: number;
  readonly subject: string;
}

/** Transactions of the pool that are booked as final in blocks of a network above a height. */
async function listBooked(db: Queryable, { network, above, upTo }: Blocks): Promise<Booked[]> {
  const fees = await selectFees(db, { network, above, upTo }).orderBy('blockHeight').execute();
  const booked: Booked[] = [];
  for (let start = 0; start < fees.length; start += HASHES_PER_QUERY) {
    const chunk = fees.slice(start, start + HASHES_PER_QUERY);
    const hashes = chunk.map(({ txHash }) => txHash);
    const sent = await db
      .selectFrom('outgoingTransaction')
      .select(['txHash', 'subject'])
      .where('txHash', 'in', hashes)
      .execute();
    const subjects = new Map(sent.map(({ txHash, subject }) => [txHash, subject]));
    for (const fee of chunk) {
      const subject = subjects.get(fee.txHash);
      if (subject !== undefined) booked.push({ ...fee, subject });
    }
  }
  return booked;
}

function selectFees(db: Queryable, { network, above, upTo }: Blocks) {
  return (
    db
      .selectFrom('networkFee')
      .select(['txHash', 'blockHeight'])
      .where('blockHeight', '>', above)
      .where('blockHeight', '<=', upTo)
      // An expression, for by its first column alone, which has two values, the key would be read in whole.
      .where(sql<string>`network || ''`, '=', network)
  );
}

/** Subjects of a network that the chain has not decided about, in order. */
export async function listAdopted(db: Queryable, network: Network): Promise<string[]> {
  const rows = await db
    .selectFrom('adoptedSubject')
    .select('subject')
    .where('network', '=', network)
    .orderBy('subject')
    .execute();
  return rows.map(({ subject }) => subject);
}

/** Returns true while the chain has not decided about each of them. */
export async function hasAdopted(db: Queryable, network: Network): Promise<boolean> {
  const query = db.selectFrom('adoptedSubject').select('subject').where('network', '=', network);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}
