// Short proofs over the public journal: that an entry is in it, and that it only grew (RFC 6962).
import { PoolError, type UserId } from '@glasspool/core';
import { allUserAccounts } from '@glasspool/core/books';
import {
  consistencyProof,
  encodeEntry,
  fromHex,
  inclusionProof,
  LOG_BLOCK_ROWS,
  LogBuilder,
  type LogProof,
  logLeaf,
  logRootOf,
  type OwnEntry,
  type RootOf,
  toHex,
} from '@glasspool/core/solvency';
import type { Queryable } from '@glasspool/db';
import { accountId } from '@glasspool/ledger';
import type { PoolDeps } from '../deps.ts';
import { readPublishedEntries } from './read-journal.ts';

type Deps = Pick<PoolDeps, 'db' | 'nonceKey' | 'hash'>;

/**
 * What shows that the journal of a snapshot is that of an earlier one with entries after it.
 *
 * @throws PoolError NOT_FOUND when one of them does not exist, or the first is not the earlier one
 */
export async function getConsistencyProof(
  deps: Deps,
  { from, to }: { from: number; to: number },
): Promise<LogProof> {
  const [older, newer] = [await lengthOf(deps.db.read, from), await lengthOf(deps.db.read, to)];
  if (from > to) throw new PoolError('NOT_FOUND');
  const rootOf = await openLog(deps, newer, [Math.max(0, older - 1)]);
  return consistencyProof(older, newer, rootOf);
}

/**
 * A page of a user's own entries between the snapshot before and this one, newest first, each with what shows that it is in the
 * journal.
 *
 * @throws PoolError NOT_FOUND
 */
export async function listOwnEntries(
  deps: Deps,
  request: { userId: UserId; snapshotNumber: number; page: number; limit: number },
): Promise<{ entries: OwnEntry[]; total: number }> {
  const { userId, snapshotNumber, page, limit } = request;
  const { read: db } = deps.db;
  const length = await lengthOf(db, snapshotNumber);
  const before = snapshotNumber === 0 ? 0 : await lengthOf(db, snapshotNumber - 1);
  const own = db
    .selectFrom('journalRow')
    .where('position', '>=', before)
    .where('position', '<', length)
    .where('transferId', 'in', (eb) =>
      eb
        .selectFrom('posting')
        .select('transferId')
        .where('accountId', 'in', allUserAccounts(userId).map(accountId)),
    );
  const rows = await own
    .select('position')
    .orderBy('position', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const positions = rows.map(({ position }) => position);
  const rootOf = await openLog(deps, length, positions);
  const entries: OwnEntry[] = [];
  for (const index of positions) {
    const [entry] = await readPublishedEntries(deps, db, { start: index, end: index + 1 });
    if (entry === undefined) throw new Error(`The journal has no entry ${index}.`);
    entries.push({ index, entry: encodeEntry(entry), proof: inclusionProof(index, length, rootOf) });
  }
  return { entries, total };
}

async function lengthOf(db: Queryable, snapshotNumber: number): Promise<number> {
  const row = await db
    .selectFrom('snapshot')
    .select('journalLength')
    .where('number', '=', snapshotNumber)
    .executeTakeFirst();
  if (row === undefined) throw new PoolError('NOT_FOUND');
  return row.journalLength;
}

/** The log up to a length: whole blocks by their hashes, and those row by row that hold one of the positions, or the last row. */
async function openLog(deps: Deps, length: number, positions: readonly number[]): Promise<RootOf> {
  const blocks = await readBlocks(deps, Math.floor(length / LOG_BLOCK_ROWS));
  const leaves = new Map<number, Uint8Array>();
  const opened = new Set([...positions, length - 1].map((position) => Math.floor(position / LOG_BLOCK_ROWS)));
  for (const block of opened) {
    const start = block * LOG_BLOCK_ROWS;
    for (const [index, leaf] of (await readLeaves(deps, start, length)).entries())
      leaves.set(start + index, leaf);
  }
  return logRootOf(
    (block) => known(blocks[block], `block ${block}`),
    (position) => known(leaves.get(position), `row ${position}`),
  );
}

function known(digest: Uint8Array | undefined, name: string): Uint8Array {
  if (digest === undefined) throw new Error(`The journal's ${name} was not read.`);
  return digest;
}

async function readLeaves(deps: Deps, start: number, length: number): Promise<Uint8Array[]> {
  const end = Math.min(length, start + LOG_BLOCK_ROWS);
  const entries = await readPublishedEntries(deps, deps.db.read, { start, end });
  return entries.map((entry) => logLeaf(encodeEntry(entry), deps.hash));
}

/** The hashes of the first blocks. Those that nobody asked for yet are made and kept: what is published never changes. */
async function readBlocks(deps: Deps, count: number): Promise<Uint8Array[]> {
  const rows = await deps.db.read
    .selectFrom('journalBlock')
    .select('digest')
    .where('number', '<', count)
    .orderBy('number')
    .execute();
  const digests = rows.map(({ digest }) => fromHex(digest));
  for (let number = digests.length; number < count; number += 1) {
    const start = number * LOG_BLOCK_ROWS;
    const entries = await readPublishedEntries(deps, deps.db.read, { start, end: start + LOG_BLOCK_ROWS });
    const log = new LogBuilder(deps.hash);
    for (const entry of entries) log.push(encodeEntry(entry));
    const digest = log.root();
    await deps.db.transaction((tx) =>
      tx
        .insertInto('journalBlock')
        .values({ number, digest: toHex(digest) })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    digests.push(digest);
  }
  return digests;
}
