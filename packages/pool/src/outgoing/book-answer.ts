// An answer of a chain holds only while the scanner reads the same blocks: another process may have read those that replaced the block of the
// answer, and had followed again what was booked in it, before the answer is booked. Nothing would follow it then.
import type { Network } from '@glasspool/core';
import { type Database, lockRows, type Queryable, type Transaction } from '@glasspool/db';

/** Place of a chain's scanner before the chain was asked. */
export interface AskedAt {
  readonly network: Network;
  readonly scannedHeight: number;
  /** Number of times that it had gone back. */
  readonly rollBacks: number;
}

interface Answer {
  readonly askedAt: AskedAt;
  /** Of a transaction that is in a block. */
  readonly outcome?: { readonly blockHeight: number };
}

/** Notes where the scanner of a chain is, before the chain is asked. */
export async function beginAsking(db: Queryable, network: Network): Promise<AskedAt> {
  const status = await select(db, network).executeTakeFirstOrThrow();
  return { network, ...status };
}

/**
 * Books in one transaction what a chain answered. Undefined, with nothing done, where its scanner has gone back since, or has read the block of
 * the answer: it may have read another one there, and the chain has to be asked again. The scanner waits while the transaction runs: its row is
 * locked before any other.
 */
export async function bookAnswer<Result>(
  { db }: { readonly db: Database },
  answer: Answer,
  book: (tx: Transaction) => Promise<Result>,
): Promise<Result | undefined> {
  return db.transaction(async (tx) => {
    const status = await lockRows(tx, select(tx, answer.askedAt.network)).executeTakeFirstOrThrow();
    return holds(answer, status) ? book(tx) : undefined;
  });
}

function holds({ askedAt, outcome }: Answer, now: Omit<AskedAt, 'network'>): boolean {
  if (now.rollBacks !== askedAt.rollBacks) return false;
  return (
    outcome === undefined ||
    outcome.blockHeight <= askedAt.scannedHeight ||
    outcome.blockHeight > now.scannedHeight
  );
}

function select(db: Queryable, network: Network) {
  return db.selectFrom('chainStatus').select(['scannedHeight', 'rollBacks']).where('network', '=', network);
}
