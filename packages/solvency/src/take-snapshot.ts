import type { BlockId } from '@glasspool/chains';
import { createId, MINUTE_MS, type Network } from '@glasspool/core';
import { OPEN_MS_MAX, RUN_KINDS } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { closeBooks } from '@glasspool/ledger';
import { computeSkewMs, mustWaitForClock } from '@glasspool/pool/clock-guard';
import { decodeManifest, encodeManifest, fromHex, manifestDigest, toHex, writeJson } from '@glasspool/proof';
import type { BuiltSnapshot, Draft, SolvencyDeps } from './deps.ts';
import { findNewestSnapshot } from './list-snapshots.ts';
import { BOUND_FILES, makeManifest, signStatements } from './make-manifest.ts';
import { writePeaks } from './peaks.ts';
import { readReserves } from './read-reserves.ts';

const ROWS_PER_STATEMENT = 500;
/**
 * Maximum by which a cut-off may be ahead of this machine's clock. It is five minutes less than the difference between two clocks at which
 * an entry of one machine and a snapshot of the other are still in order.
 */
const AHEAD_MS_MAX = OPEN_MS_MAX - 5 * MINUTE_MS;

const CLOCKS_DIFFER =
  'The clock of this machine and the chains differ. The snapshot is taken once they agree.';

type Deps = Pick<
  SolvencyDeps,
  'db' | 'clock' | 'random' | 'chains' | 'statementKey' | 'snapshots' | 'nonceKey' | 'hash' | 'buildSnapshot'
>;

/** Reason for a snapshot (docs/proof-of-solvency.md). */
export type SnapshotReason = 'daily' | 'rewards' | 'unannounced' | 'requested' | 'operator';

/**
 * Takes the next snapshot: all contents of the books from one consistent view of the database, while others go on, the balances on the
 * chains, and a manifest that binds everything. Each try writes its files into a draft of its own, and publishes them with the row that
 * names them. So, of two concurrent tries, the later one changes no file of the first. `withRow` runs in the transaction of the row.
 * Returns the number of the snapshot.
 *
 * @throws NodeBehindError when a node shows a lower final block than the previous snapshot
 * @throws SnapshotWaitsError while the clock is wrong, or the books have entries with times in the future
 * @throws BooksBehindError when custody is negative in the books, as it may be after a restore
 * @throws SnapshotTakenError when another try took the number first
 */
export async function takeSnapshot(
  deps: Deps,
  reason: SnapshotReason,
  withRow?: (tx: Transaction, number: number) => Promise<void>,
): Promise<number> {
  const draft = createId('snapshotDraft', deps);
  try {
    const taken = await writeDraft(deps, draft, reason);
    const { number } = taken.built;
    await deps.db.transaction(async (tx) => {
      await store(tx, deps, taken);
      await withRow?.(tx, number);
      // Publish last: another try with this number waits for the row, and then finds it. Only the commit follows, and it is never repeated.
      await deps.snapshots.publish(draft, number);
    });
    return number;
  } finally {
    // A draft that could not be removed is removed another time. That is not the failure to report.
    await deps.snapshots.discard(draft).catch(() => undefined);
  }
}

/** Thrown when another process, or an admin, took the snapshot of this number first. */
export class SnapshotTakenError extends Error {
  override readonly name = 'SnapshotTakenError';
}

async function writeDraft(deps: Deps, draft: Draft, reason: SnapshotReason): Promise<Taken> {
  if (await mustWaitForClock(deps)) throw new SnapshotWaitsError(CLOCKS_DIFFER);
  // Find a node that is behind before the books of all users are read for nothing.
  assertNotBehind(await findNewestSnapshot(deps.db.read), await readHeads(deps));
  const built = await deps.buildSnapshot({ ...deps, draft, readNow: async () => deps.clock.now() });
  assertBooksCaughtUp(built.figures);
  assertNotAhead(built, deps.clock.now());
  const { addresses } = built;
  // Read after the books: every transaction that they count as final is in these blocks.
  const heads = await readHeads(deps);
  assertNotBehind(built.previous, heads);
  const write = deps.snapshots.write.bind(deps.snapshots, draft);
  const { file, stateProof } = await readReserves(deps, addresses, heads.BSC);
  const files = {
    'reserves.json': writeJson(file),
    'state-proof.json': writeJson({ proof: stateProof ?? null }),
    'terms.json': writeJson(built.terms),
    'in-flight.json': writeJson(built.inFlight),
    'checkpoint.json': writeJson(built.checkpoint),
  };
  const manifest = await makeManifest(deps, built, { heads, files });
  const encoded = encodeManifest(manifest);
  const digest = manifestDigest(encoded);
  for (const name of BOUND_FILES) await write(name, [files[name]]);
  const statements = await signStatements(deps, { addresses, manifest, digest });
  await write('statements.json', [writeJson(statements)]);
  await write('anchor.json', [writeJson({ txHash: null })]);
  await write('manifest.bin', [encoded]);
  return { built, reason, encoded, digest };
}

async function readHeads(deps: Deps): Promise<Record<Network, BlockId>> {
  return { BSC: await readFinalBlock(deps, 'BSC'), TRON: await readFinalBlock(deps, 'TRON') };
}

async function readFinalBlock({ chains, clock }: Deps, network: Network): Promise<BlockId> {
  const chain = chains[network];
  const head = await chain.getHead();
  // Checked again after the books: a clock that jumped meanwhile would close the books at a time in the future.
  if ((computeSkewMs(chain, head, clock.now()) ?? 0) !== 0) throw new SnapshotWaitsError(CLOCKS_DIFFER);
  const { finalizedHeight } = head;
  const block = await chain.findBlock(finalizedHeight);
  if (block === undefined)
    throw new NodeBehindError(
      `The ${network} node has not the block ${finalizedHeight}, which it called final a moment before. The snapshot is taken once it has it.`,
    );
  return block;
}

/** Thrown when no snapshot can be taken now. Another try is made later. */
export class SnapshotWaitsError extends Error {
  override readonly name: string = 'SnapshotWaitsError';
}

/** Thrown when a node shows less of its chain than the previous snapshot, or than it reported itself. */
export class NodeBehindError extends SnapshotWaitsError {
  override readonly name = 'NodeBehindError';
}

/** Fails when a node is behind: a manifest never shows a lower block than the one before (docs/proof-of-solvency.md, check 14). */
function assertNotBehind(
  previous: BuiltSnapshot['previous'],
  heads: Readonly<Record<Network, BlockId>>,
): void {
  if (previous === undefined) return;
  const { bscHeight, tronHeight } = decodeManifest(fromHex(previous.manifest));
  for (const [network, height] of [
    ['BSC', bscHeight],
    ['TRON', tronHeight],
  ] as const)
    if (heads[network].height < height)
      throw new NodeBehindError(
        `The ${network} node is behind: its final block is ${heads[network].height}, the snapshot before shows ${height}. The snapshot is taken once the node has caught up.`,
      );
}

/** Thrown when the books have payments of coins whose arrival is not booked yet. */
export class BooksBehindError extends SnapshotWaitsError {
  override readonly name = 'BooksBehindError';
}

/**
 * Fails while custody is below zero. After a restore from an older backup, payments of signed.log are booked at once, but the deposits that
 * they were made from only after their blocks have been read again. No manifest can state less than zero, and no wallet can hold it.
 */
function assertBooksCaughtUp(figures: BuiltSnapshot['figures']): void {
  for (const [currency, { custody }] of [
    ['USDT', figures.usdt],
    ['TRX', figures.trx],
  ] as const)
    if (custody < 0n)
      throw new BooksBehindError(
        `The books count ${custody} micro-${currency} in custody: they have payments of coins whose arrival is not booked yet. The snapshot is taken once the blocks have been read.`,
      );
}

/**
 * Fails while the books have entries with times in the future, made while the clock was ahead. A snapshot of them would have a future date,
 * and every later entry would be older than the snapshot. So the snapshot waits until these times have passed.
 */
function assertNotAhead({ cutOffMs }: BuiltSnapshot, now: number): void {
  if (cutOffMs - now > AHEAD_MS_MAX)
    throw new SnapshotWaitsError(
      `The books have an entry of ${new Date(cutOffMs).toISOString()}, which is still to come. The snapshot is taken then.`,
    );
}

interface Taken {
  readonly built: BuiltSnapshot;
  readonly reason: SnapshotReason;
  readonly encoded: Uint8Array;
  readonly digest: Uint8Array;
}

/**
 * Stores the rows of a snapshot, and closes the books up to its cut-off.
 *
 * @throws SnapshotTakenError when another try took the number first
 */
async function store(tx: Transaction, deps: Deps, { built, reason, encoded, digest }: Taken): Promise<void> {
  const { number, journal } = built;
  const taken = await tx
    .insertInto('snapshot')
    .values({
      number,
      reason,
      cutOffAt: built.cutOffMs,
      leafCount: built.leafCount,
      userCount: built.userCount,
      journalLength: journal.length,
      journalPeaks: writePeaks(journal.peaks),
      lastTransferId: journal.lastTransferId,
      openTransfers: journal.openTransfers,
      manifest: toHex(encoded),
      manifestDigest: toHex(digest),
      createdAt: deps.clock.now(),
    })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returning('number')
    .executeTakeFirst();
  if (taken === undefined) throw new SnapshotTakenError('Another snapshot was taken meanwhile.');
  await assertNoneTooLate(tx, built);
  await closeBooks(tx, built.cutOffMs);
  await inPages(journal.ranges, (page) => tx.insertInto('journalRange').values(page).execute());
  await inPages(journal.blocks, (page) => tx.insertInto('journalBlock').values(page).execute());
}

/**
 * Fails when a machine whose clock is hours behind made an entry between the view of the books and this row. The next try includes the
 * entry.
 */
async function assertNoneTooLate(tx: Transaction, { journal, cutOffMs }: BuiltSnapshot): Promise<void> {
  const late = await tx
    .selectFrom('transfer')
    .select('reference')
    .where('id', '>', journal.lastTransferId)
    .where('createdAt', '<', cutOffMs - OPEN_MS_MAX)
    .where('kind', 'not in', RUN_KINDS)
    .limit(1)
    .executeTakeFirst();
  if (late !== undefined)
    throw new SnapshotWaitsError(
      `The entry ${late.reference} was made meanwhile with a time long before. The snapshot is taken with it.`,
    );
}

async function inPages<Row>(rows: readonly Row[], write: (page: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    await write(rows.slice(start, start + ROWS_PER_STATEMENT));
}
