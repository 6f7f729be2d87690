import type { BlockId } from '@glasspool/chains';
import type { Network } from '@glasspool/core';
import {
  encodeEntry,
  encodeJournal,
  encodeManifest,
  type JournalEntry,
  LogBuilder,
  manifestDigest,
  receiptMessage,
  toHex,
  writeJson,
} from '@glasspool/core/solvency';
import type { Queryable, Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { LeafFile, type WrittenLeaves } from './build-leaves.ts';
import { findNewestSnapshot } from './list-snapshots.ts';
import { type Draft, makeManifest, signStatements } from './make-manifest.ts';
import { nonceOf } from './nonce.ts';
import { readPeaks, writePeaks } from './peaks.ts';
import { readNewEntries } from './read-journal.ts';
import { readBookFigures, readLiabilities } from './read-liabilities.ts';
import { findReserveAddresses, readReserves } from './read-reserves.ts';
import { readTerms } from './read-terms.ts';

const ROWS_A_STATEMENT = 500;

type Deps = Pick<
  PoolDeps,
  'db' | 'clock' | 'random' | 'chains' | 'statementKey' | 'snapshots' | 'nonceKey' | 'events' | 'hash'
>;

/** Why a snapshot was taken (docs/proof-of-solvency.md). */
export type SnapshotReason = 'daily' | 'rewards' | 'unannounced' | 'requested' | 'treasury';

/**
 * Takes the next snapshot: everything that the books say from one consistent view of the database while others go on, what the
 * chains hold, and a manifest that binds it all. The files are written before the row that names them: a stop in between leaves
 * files that the next try replaces. Returns its number.
 */
export async function takeSnapshot(deps: Deps, reason: SnapshotReason): Promise<number> {
  const draft = await deps.db.consistentRead((db) => readDraft(deps, db));
  const { number, liabilities, addresses } = draft;
  // Read after the books: whatever they count as final is in these blocks.
  const heads = { BSC: await readFinalBlock(deps, 'BSC'), TRON: await readFinalBlock(deps, 'TRON') };
  const write = deps.snapshots.write.bind(deps.snapshots, number);
  const leaves = new LeafFile(liabilities, {
    snapshotNumber: number,
    random: deps.random,
    nonceOf: (userId) => nonceOf(deps, userId),
    hash: deps.hash,
  });
  const {
    root,
    digest: leafFileDigest,
    blocks,
  } = await writeLeaves(leaves, (chunks) => write('leaves.bin', chunks));
  await write('blocks.bin', blocks);
  const { file, stateProof } = await readReserves(deps, addresses, heads.BSC);
  const reserves = writeJson(file);
  const terms = writeJson(draft.terms);
  const manifest = await makeManifest(deps, draft, {
    heads,
    root,
    leafFileDigest,
    leafCount: leaves.leafCount,
    reserves,
    terms,
  });
  const encoded = encodeManifest(manifest);
  const digest = manifestDigest(encoded);
  await write('journal.bin', [encodeJournal(draft.entries)]);
  await write('reserves.json', [reserves]);
  await write('state-proof.json', [writeJson({ proof: stateProof ?? null })]);
  await write('terms.json', [terms]);
  const statements = await signStatements(deps, { addresses, manifest, digest });
  await write('statements.json', [writeJson(statements)]);
  await write('anchor.json', [writeJson({ txHash: null })]);
  await write('manifest.bin', [encoded]);
  await deps.db.transaction((tx) => store(tx, deps, { draft, reason, leaves, encoded, digest }));
  return number;
}

/** Writes the leaf file as it is made, and returns what the manifest has to say of it. */
async function writeLeaves(
  leaves: LeafFile,
  write: (chunks: Iterable<Uint8Array>) => Promise<void>,
): Promise<WrittenLeaves> {
  let result: WrittenLeaves | undefined;
  await write(leaves.write((written) => (result = written)));
  if (result === undefined) throw new Error('The leaf file was not written to its end.');
  return result;
}

async function readFinalBlock({ chains }: Deps, network: Network): Promise<BlockId> {
  const { finalizedHeight } = await chains[network].getHead();
  const block = await chains[network].findBlock(finalizedHeight);
  if (block === undefined)
    throw new Error(`The ${network} node has not its own final block ${finalizedHeight}.`);
  return block;
}

async function readDraft(deps: Deps, db: Queryable): Promise<Draft> {
  const previous = await findNewestSnapshot(db);
  const number = previous === undefined ? 0 : previous.number + 1;
  const cutOffMs = deps.clock.now();
  const log = LogBuilder.from(previous === undefined ? [] : readPeaks(previous.journalPeaks));
  const entries: JournalEntry[] = [];
  const transferIds: number[] = [];
  for await (const { transferId, entry } of readNewEntries(deps, db, number)) {
    entries.push(entry);
    transferIds.push(transferId);
    log.push(encodeEntry(entry));
  }
  const liabilities = await readLiabilities(db);
  const [usdt, trx] = [await readBookFigures(db, 'USDT'), await readBookFigures(db, 'TRX')];
  const figures: Draft['figures'] = (owed) => ({
    usdt: { ...usdt, owed: owed.usdt },
    trx: { ...trx, owed: owed.trx },
  });
  const terms = await readTerms(db);
  const addresses = await findReserveAddresses(db);
  return { number, cutOffMs, previous, addresses, liabilities, entries, transferIds, log, terms, figures };
}

interface Taken {
  readonly draft: Draft;
  readonly reason: SnapshotReason;
  readonly leaves: LeafFile;
  readonly encoded: Uint8Array;
  readonly digest: Uint8Array;
}

async function store(tx: Transaction, deps: Deps, taken: Taken): Promise<void> {
  const { draft, reason, leaves, encoded, digest } = taken;
  const { number, previous, transferIds, log } = draft;
  await tx
    .insertInto('snapshot')
    .values({
      number,
      reason,
      cutOffAt: draft.cutOffMs,
      leafCount: leaves.leafCount,
      journalLength: log.length,
      journalPeaks: writePeaks(log.peaks),
      manifest: toHex(encoded),
      manifestDigest: toHex(digest),
      createdAt: deps.clock.now(),
    })
    .execute();
  const first = previous?.journalLength ?? 0;
  const rows = transferIds.map((transferId, index) => ({ position: first + index, transferId }));
  await inPages(rows, (page) => tx.insertInto('journalRow').values(page).execute());
  const receipts = draft.liabilities.map(({ userId, email, usdt, trx }, index) => ({
    snapshotNumber: number,
    userId,
    email,
    usdtMicro: usdt,
    trxMicro: trx,
    positions: JSON.stringify(leaves.positionsOf(index)),
    signature: signReceipt(deps, { snapshotNumber: number, email, usdt, trx, manifestDigest: digest }),
  }));
  await inPages(receipts, (page) => tx.insertInto('snapshotReceipt').values(page).execute());
}

function signReceipt({ statementKey }: Deps, facts: Parameters<typeof receiptMessage>[0]): string {
  return toHex(statementKey.sign(receiptMessage(facts)));
}

async function inPages<Row>(rows: readonly Row[], write: (page: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT)
    await write(rows.slice(start, start + ROWS_A_STATEMENT));
}
