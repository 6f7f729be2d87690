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
/** Clocks of two machines may differ so much that an entry of one and a snapshot of the other are still in order: five minutes less. */
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
 * Takes the next snapshot: everything that the books say from one consistent view of the database while others go on, what the
 * chains hold, and a manifest that binds it all. Each try writes its files into a draft of its own and publishes them with the row that
 * names them, so that of two tries at once the later changes no file of the first. Returns its number. `withRow` runs in the transaction of
 * the row.
 *
 * @throws NodeBehindError when a node shows a lower final block than the snapshot before
 * @throws SnapshotWaitsError while the clock is wrong, or the books have entries of times to come
 * @throws BooksBehindError when the books count less than nothing in custody, as they may after a restore
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
      // Last: another try with this number waits for the row, and finds it. After it comes the commit, which nothing repeats.
      await deps.snapshots.publish(draft, number);
    });
    return number;
  } finally {
    // A draft that could not be removed is removed another time; it is not the failure to report.
    await deps.snapshots.discard(draft).catch(() => undefined);
  }
}

/** Another process, or an admin, took the snapshot of this number first. */
export class SnapshotTakenError extends Error {
  override readonly name = 'SnapshotTakenError';
}

async function writeDraft(deps: Deps, draft: Draft, reason: SnapshotReason): Promise<Taken> {
  if (await mustWaitForClock(deps)) throw new SnapshotWaitsError(CLOCKS_DIFFER);
  // A node that is behind is found before the books of everyone are read for nothing.
  assertNotBehind(await findNewestSnapshot(deps.db.read), await readHeads(deps));
  const built = await deps.buildSnapshot({ ...deps, draft, readNow: async () => deps.clock.now() });
  assertBooksCaughtUp(built.figures);
  assertNotAhead(built, deps.clock.now());
  const { addresses } = built;
  // Read after the books: whatever they count as final is in these blocks.
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
  // Again after the books: a clock that jumped meanwhile would close them at a time to come.
  if ((computeSkewMs(chain, head, clock.now()) ?? 0) !== 0) throw new SnapshotWaitsError(CLOCKS_DIFFER);
  const { finalizedHeight } = head;
  const block = await chain.findBlock(finalizedHeight);
  if (block === undefined)
    throw new NodeBehindError(
      `The ${network} node has not the block ${finalizedHeight}, which it called final a moment before. The snapshot is taken once it has it.`,
    );
  return block;
}

/** No snapshot can be taken now. The next try is made later. */
export class SnapshotWaitsError extends Error {
  override readonly name: string = 'SnapshotWaitsError';
}

/** The node shows less of its chain than the snapshot before, or than it said itself. */
export class NodeBehindError extends SnapshotWaitsError {
  override readonly name = 'NodeBehindError';
}

/** A manifest never shows a lower block than the one before (docs/proof-of-solvency.md, check 14): the snapshot waits for a node that is behind. */
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

/** The books have payments of coins whose arrival they have not. */
export class BooksBehindError extends SnapshotWaitsError {
  override readonly name = 'BooksBehindError';
}

/**
 * After a restore from an older backup, payments of signed.log are booked at once, and the deposits that they were made from only when the
 * blocks have been read again. Until then custody may be below zero, which no manifest can say and no wallet can hold.
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
 * Entries that were made while the clock was ahead have times that are still to come. A snapshot that has them would be dated after now, and
 * every entry from now on would be older than it: it waits until their times have passed.
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

/** @throws SnapshotTakenError */
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

/** An entry of a clock that is hours behind may have been made between the view of the books and this row: the next try has it. */
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
