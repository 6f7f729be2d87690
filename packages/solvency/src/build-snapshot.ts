import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { ANCHOR_INDEX } from '@glasspool/chains';
import { type Queryable, readHorizon } from '@glasspool/db';
import { computeNonce } from '@glasspool/pool/nonce';
import { readNextNonce } from '@glasspool/pool/outgoing';
import {
  CheckpointFile,
  decodeManifest,
  encodeEntry,
  fromHex,
  JournalReplay,
  LOG_BLOCK_ROWS,
  LogBuilder,
  logLeaf,
  makeCheckpoint,
  readAll,
  readCheckpoint,
  readJson,
  toHex,
} from '@glasspool/proof';
import { LeafFile, type WrittenLeaves } from './build-leaves.ts';
import type { BuiltJournal, BuiltSnapshot, SnapshotBuildDeps } from './deps.ts';
import { findUnread, RangeCollector } from './journal-ranges.ts';
import { findNewestSnapshot, type Snapshot } from './list-snapshots.ts';
import { readPeaks } from './peaks.ts';
import { readInFlight } from './read-in-flight.ts';
import { readEntries } from './read-journal.ts';
import { readBookFigures, readLiabilities } from './read-liabilities.ts';
import { findReserveAddresses } from './read-reserves.ts';
import { readTerms } from './read-terms.ts';
import { encodeReceipt } from './receipts.ts';

/** Size of the pieces that are written, in bytes. */
const CHUNK_BYTES = 256 * 1_024;
const LENGTH_BYTES = 4;

/**
 * Reads all contents of a snapshot from one consistent view of the database, while others go on writing. Writes the files whose size
 * depends on the number of users and transfers into a draft. Memory grows only with users, by about 150 bytes each.
 */
export function buildSnapshot(deps: SnapshotBuildDeps): Promise<BuiltSnapshot> {
  return deps.db.consistentRead(async (db) => {
    const now = await deps.readNow();
    const previous = await findNewestSnapshot(db);
    const number = Math.max((previous?.number ?? -1) + 1, await readAnchorsUsed(db));
    const terms = await readTerms(db);
    const { journal, replay, latestMs } = await writeJournal(deps, db, { number, previous });
    // Clocks of several machines differ a little. The cut-off is not earlier than any entry of the snapshot, or than the previous cut-off.
    const cutOffMs = Math.max(now, latestMs, readCutOff(previous));
    const { leaves, written } = await writeLeaves(deps, db, number);
    const { root, digest: leafFileDigest } = written;
    const [usdt, trx] = [await readBookFigures(db, 'USDT'), await readBookFigures(db, 'TRX')];
    return {
      number,
      previous,
      cutOffMs,
      leafCount: leaves.leafCount,
      userCount: leaves.userCount,
      root,
      leafFileDigest,
      journal,
      terms,
      inFlight: await readInFlight(db),
      checkpoint: makeCheckpoint(replay, { cutOffMs, peaks: journal.peaks, terms }),
      addresses: await findReserveAddresses(db),
      figures: { usdt: { ...usdt, owed: root.usdt }, trx: { ...trx, owed: root.trx } },
    };
  });
}

/** Cut-off of the previous snapshot, from its manifest: the manifest is anchored, a column of the database is not. */
function readCutOff(previous: Snapshot | undefined): number {
  return previous === undefined ? 0 : decodeManifest(fromHex(previous.manifest)).cutOffMs;
}

/**
 * First number for which no anchor was signed yet. After a restore from an older backup it may be higher than the next number in the
 * database. A number is anchored once, so the lost snapshots stay a gap that everyone sees.
 */
async function readAnchorsUsed(db: Queryable): Promise<number> {
  const anchor = await db
    .selectFrom('wallet')
    .select('address')
    .where('network', '=', 'BSC')
    .where('derivationIndex', '=', ANCHOR_INDEX)
    .executeTakeFirst();
  return anchor === undefined ? 0 : readNextNonce(db, { network: 'BSC', sender: anchor.address });
}

/**
 * Writes the entries since the previous snapshot while they are read, and their hashes to a second file. Also replays the entries: no
 * snapshot is taken of a journal that breaks the rules that every verifier checks.
 */
async function writeJournal(
  deps: SnapshotBuildDeps,
  db: Queryable,
  { number, previous }: { number: number; previous: Snapshot | undefined },
): Promise<{ journal: BuiltJournal; replay: JournalReplay; latestMs: number }> {
  const replay = await resumeReplay(deps, previous);
  const peaks = previous === undefined ? [] : readPeaks(previous.journalPeaks);
  const log = LogBuilder.from(peaks, deps.hash);
  // Peaks smaller than a block belong to the block that is not full yet.
  let block = LogBuilder.from(
    peaks.filter(({ size }) => size < LOG_BLOCK_ROWS),
    deps.hash,
  );
  const blocks: { number: number; digest: string }[] = [];
  const ranges = new RangeCollector(previous, { snapshotNumber: number, horizon: await readHorizon(db) });
  const { snapshots, draft } = deps;
  let latestMs = 0;
  // The hashes are written together with the entries. Kept until the end, the hashes of a large pool's first snapshot would fill the
  // memory.
  const hashes = new PassThrough();
  async function* entries(): AsyncGenerator<Uint8Array> {
    const chunks = new Chunks();
    const leafHashes = new Chunks();
    for (const range of findUnread(previous))
      for await (const { transferId, entry } of readEntries(deps, db, { ...range, snapshotNumber: number })) {
        replay.apply(entry);
        latestMs = Math.max(latestMs, entry.createdAtMs);
        const bytes = encodeEntry(entry);
        ranges.push(transferId);
        log.push(bytes);
        block.push(bytes);
        leafHashes.push(logLeaf(bytes, deps.hash));
        if (block.length === LOG_BLOCK_ROWS) {
          blocks.push({ number: log.length / LOG_BLOCK_ROWS - 1, digest: toHex(block.root()) });
          block = new LogBuilder(deps.hash);
        }
        chunks.push(computeLength(bytes));
        chunks.push(bytes);
        if (leafHashes.isFull) await writeTo(hashes, leafHashes.take());
        if (chunks.isFull) yield chunks.take();
      }
    hashes.end(leafHashes.take());
    yield chunks.take();
  }
  await Promise.all([
    snapshots.write(draft, 'journal-hashes.bin', hashes),
    snapshots.write(draft, 'journal.bin', entries()).catch((error: unknown) => {
      hashes.destroy();
      throw error;
    }),
  ]);
  const { length, peaks: newPeaks } = log;
  const journal = { length, peaks: newPeaks, headDigest: log.root(), blocks, ...ranges.finish() };
  return { journal, replay, latestMs };
}

/** Returns the state of the books at the previous snapshot. */
async function resumeReplay(
  { snapshots }: SnapshotBuildDeps,
  previous: Snapshot | undefined,
): Promise<JournalReplay> {
  if (previous === undefined) return new JournalReplay();
  const bytes = await readAll(snapshots.read(previous.number, 'checkpoint.json'));
  return new JournalReplay(readCheckpoint(readJson(CheckpointFile, bytes)));
}

async function writeLeaves(
  deps: SnapshotBuildDeps,
  db: Queryable,
  number: number,
): Promise<{ leaves: LeafFile; written: WrittenLeaves }> {
  const { snapshots, draft, random, hash } = deps;
  const leaves = new LeafFile({
    snapshotNumber: number,
    random,
    computeNonce: (userId) => computeNonce(deps, userId),
    hash,
  });
  for await (const liability of readLiabilities(db)) leaves.add(liability);
  let written: WrittenLeaves | undefined;
  await snapshots.write(
    draft,
    'leaves.bin',
    leaves.write((result) => (written = result)),
  );
  if (written === undefined) throw new Error('The leaf file was not written to its end.');
  await snapshots.write(draft, 'blocks.bin', written.blocks);
  await snapshots.write(draft, 'receipts.bin', encodeReceipts(leaves));
  return { leaves, written };
}

function* encodeReceipts(leaves: LeafFile): Generator<Uint8Array> {
  const chunks = new Chunks();
  for (let user = 0; user < leaves.userCount; user += 1) {
    chunks.push(encodeReceipt({ userId: leaves.userAt(user), ...leaves.partsOf(user) }));
    if (chunks.isFull) yield chunks.take();
  }
  yield chunks.take();
}

async function writeTo(stream: PassThrough, bytes: Uint8Array): Promise<void> {
  if (!stream.write(bytes)) await once(stream, 'drain');
}

function computeLength(bytes: Uint8Array): Uint8Array {
  const prefix = new Uint8Array(LENGTH_BYTES);
  new DataView(prefix.buffer).setUint32(0, bytes.length);
  return prefix;
}

/** Buffers small pieces, because each write has a cost. */
class Chunks {
  #parts: Uint8Array[] = [];
  #length = 0;

  get isFull(): boolean {
    return this.#length >= CHUNK_BYTES;
  }

  push(part: Uint8Array): void {
    this.#parts.push(part);
    this.#length += part.length;
  }

  take(): Uint8Array {
    const bytes = Buffer.concat(this.#parts, this.#length);
    this.#parts = [];
    this.#length = 0;
    return bytes;
  }
}
