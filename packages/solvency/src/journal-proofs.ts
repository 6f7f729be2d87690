// Short proofs over the public journal: that an entry is in it, and that it only grew (RFC 6962).
import { setImmediate } from 'node:timers/promises';
import { PoolError, type RewardRunId, type UserId } from '@glasspool/core';
import { allUserAccounts, readPublishedPage } from '@glasspool/core/books';
import type { Database, Queryable } from '@glasspool/db';
import { accountId } from '@glasspool/ledger';
import { listOwnRows } from '@glasspool/pool/rewards';
import {
  computeLogRoot,
  consistencyProof,
  encodeEntry,
  fromHex,
  inclusionProof,
  type JournalEntry,
  LOG_BLOCK_ROWS,
  type LogProof,
  type OwnEntry,
  type OwnRow,
  type RootOf,
  readAll,
} from '@glasspool/proof';
import type { SolvencyDeps } from './deps.ts';
import { findRangesOf } from './journal-ranges.ts';
import { readEntries } from './read-journal.ts';

const HASH_BYTES = 32;
/** Snapshots of which a page of the list of their journals' lengths consists. */
const SNAPSHOTS_PER_PAGE = 1_000;

type Deps = Pick<SolvencyDeps, 'db' | 'nonceKey' | 'hash' | 'snapshots'>;
type PublishedOwnEntry = OwnEntry & { readonly snapshotNumber: number };

/**
 * Returns a consistency proof: the journal of a snapshot is that of an earlier one with entries appended.
 *
 * @throws PoolError NOT_FOUND when one of the snapshots does not exist, or the first is later than the second
 */
export async function getConsistencyProof(
  deps: Deps,
  { from, to }: { from: number; to: number },
): Promise<LogProof> {
  const [older, newer] = [await computeLength(deps.db.read, from), await computeLength(deps.db.read, to)];
  if (from > to) throw new PoolError('NOT_FOUND');
  const computeRoot = await openLog(deps, newer, [Math.max(0, older - 1)]);
  return consistencyProof(older, newer, computeRoot);
}

/**
 * Returns a page of a user's own entries, newest first, each with its inclusion proof. The entries are from the snapshots after `since`, by
 * default the one before `snapshotNumber`, up to `snapshotNumber`.
 *
 * @throws PoolError NOT_FOUND
 */
export async function listOwnEntries(
  deps: Deps,
  request: {
    userId: UserId;
    snapshotNumber: number;
    since?: number | undefined;
    page: number;
    limit: number;
  },
): Promise<{ entries: PublishedOwnEntry[]; total: number }> {
  const { userId, snapshotNumber, since = snapshotNumber - 1, page, limit } = request;
  const { read: db } = deps.db;
  const length = await computeLength(db, snapshotNumber);
  const own = await findOwn(db, { userId, snapshotNumber, since });
  const shown = own.slice((page - 1) * limit, page * limit);
  const computeRoot = await openLog(
    deps,
    length,
    shown.map(({ position }) => position),
  );
  const entries: PublishedOwnEntry[] = [];
  for (const { position: index, transferId, snapshotNumber: publishedIn } of shown) {
    // A page of a reward run has the postings of hundreds of users: let other requests be served in between.
    await setImmediate();
    for await (const { entry } of readEntries(deps, db, {
      from: transferId,
      to: transferId,
      snapshotNumber: publishedIn,
    })) {
      const proof = inclusionProof(index, length, computeRoot);
      entries.push({
        index,
        snapshotNumber: publishedIn,
        entry: encodeEntry(entry),
        proof,
        rows: await findRows(deps, db, userId, entry),
      });
    }
  }
  return { entries, total: own.length };
}

/** Rows of the user, if the entry is a page of a reward run. */
async function findRows(
  deps: Deps,
  db: Queryable,
  userId: UserId,
  { reference }: JournalEntry,
): Promise<OwnRow[] | undefined> {
  const found = readPublishedPage(reference);
  if (found === undefined) return undefined;
  // The reference was made from the id of the run.
  const runId = found.runId as RewardRunId;
  return listOwnRows(deps, db, { userId, runId, page: found.page });
}

/** Entries of a user in the journals of snapshots, newest first. */
async function findOwn(
  db: Queryable,
  { userId, ...snapshots }: { userId: UserId; snapshotNumber: number; since: number },
): Promise<{ position: number; transferId: number; snapshotNumber: number }[]> {
  const ranges = await findRangesOf(db, snapshots);
  const ids = ranges.map(({ firstTransferId }) => firstTransferId);
  const ends = ranges.map(({ firstTransferId, entries }) => firstTransferId + entries - 1);
  if (ranges.length === 0) return [];
  const rows = await db
    .selectFrom('posting')
    .select('transferId')
    .distinct()
    .where('accountId', 'in', allUserAccounts(userId).map(accountId))
    .where('transferId', '>=', Math.min(...ids))
    .where('transferId', '<=', Math.max(...ends))
    .execute();
  return rows
    .flatMap(({ transferId }) => {
      const range = ranges.find(
        ({ firstTransferId, entries }) =>
          firstTransferId <= transferId && transferId < firstTransferId + entries,
      );
      if (range === undefined) return [];
      const { snapshotNumber, firstPosition, firstTransferId } = range;
      return [{ transferId, snapshotNumber, position: firstPosition + transferId - firstTransferId }];
    })
    .sort((a, b) => b.position - a.position);
}

async function computeLength(db: Queryable, snapshotNumber: number): Promise<number> {
  const row = await db
    .selectFrom('snapshot')
    .select('journalLength')
    .where('number', '=', snapshotNumber)
    .executeTakeFirst();
  if (row === undefined) throw new PoolError('NOT_FOUND');
  return row.journalLength;
}

/** Length of the journal at the snapshot before. Its number may not be the next lower one: a restore may leave a gap. */
async function readLengthBefore(db: Queryable, snapshotNumber: number): Promise<number> {
  const row = await db
    .selectFrom('snapshot')
    .select('journalLength')
    .where('number', '<', snapshotNumber)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.journalLength ?? 0;
}

/**
 * Opens the log up to a length. Whole blocks are known by their hashes. Blocks that hold one of the positions, or the last row, are read
 * row by row.
 */
async function openLog(deps: Deps, length: number, positions: readonly number[]): Promise<RootOf> {
  const blocks = await readBlocks(deps, Math.floor(length / LOG_BLOCK_ROWS));
  const leaves = new Map<number, Uint8Array>();
  const opened = new Set([...positions, length - 1].map((position) => Math.floor(position / LOG_BLOCK_ROWS)));
  for (const block of opened) {
    const start = block * LOG_BLOCK_ROWS;
    for (const [index, leaf] of (await readLeaves(deps, start, length)).entries())
      leaves.set(start + index, leaf);
  }
  return computeLogRoot(
    (block) => known(blocks[block], `block ${block}`),
    (position) => known(leaves.get(position), `row ${position}`),
  );
}

function known(digest: Uint8Array | undefined, name: string): Uint8Array {
  if (digest === undefined) throw new Error(`The journal's ${name} was not read.`);
  return digest;
}

/** Reads the hashes of entries from a position to the end of its block, from the files of the snapshots that published them. */
async function readLeaves(deps: Deps, start: number, length: number): Promise<Uint8Array[]> {
  const end = Math.min(length, start + LOG_BLOCK_ROWS);
  const hashes: Uint8Array[] = [];
  let position = start;
  while (position < end) {
    for (const { number, journalLength } of await listSnapshotsAbove(deps.db.read, position)) {
      const last = Math.min(end, journalLength);
      // A snapshot without new entries has the length of the one before.
      if (last <= position) continue;
      const first = await readLengthBefore(deps.db.read, number);
      const range = { start: (position - first) * HASH_BYTES, end: (last - first) * HASH_BYTES };
      const bytes = await readAll(deps.snapshots.read(number, 'journal-hashes.bin', range));
      for (let at = 0; at < bytes.length; at += HASH_BYTES) hashes.push(bytes.subarray(at, at + HASH_BYTES));
      position = last;
    }
  }
  return hashes;
}

/** The next snapshots whose journal is longer. The first of them has new entries. */
async function listSnapshotsAbove(db: Queryable, length: number) {
  const snapshots = await db
    .selectFrom('snapshot')
    .select(['number', 'journalLength'])
    .where('journalLength', '>', length)
    .orderBy('number')
    .limit(SNAPSHOTS_PER_PAGE)
    .execute();
  if (snapshots.length === 0) throw new Error(`No snapshot has the journal's row ${length}.`);
  return snapshots;
}

/** Hashes of whole blocks never change, so each process reads a row once. */
const knownBlocks = new WeakMap<Database, Uint8Array[]>();

async function readBlocks({ db }: Deps, count: number): Promise<readonly Uint8Array[]> {
  const known = knownBlocks.get(db) ?? [];
  const rows = await db.read
    .selectFrom('journalBlock')
    .select(['number', 'digest'])
    .where('number', '>=', known.length)
    .where('number', '<', count)
    .orderBy('number')
    .execute();
  for (const { number, digest } of rows) known[number] = fromHex(digest);
  knownBlocks.set(db, known);
  return known;
}
