// Confirmations of this pool's snapshots by watchers. A confirmation is worth only as much as its key is to the reader: anyone can create
// keys, including the operator.
import { ANCHOR_INDEX } from '@glasspool/chains';
import { DAY_MS, MINUTE_MS, PoolError } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import { confirmationMessage, fromHex, isSignedBy } from '@glasspool/proof';
import type { SolvencyDeps } from './deps.ts';

/** A key without a new confirmation for this long is deleted. */
const RECENT_MS = 7 * DAY_MS;
/** Maximum of keys besides those that the operator invited. Beyond it, the key that was heard of the longest time ago is deleted. */
const WATCHERS_MAX = 100;
/** Tolerance for clocks that differ a little. */
const AHEAD_MS_MAX = 15 * MINUTE_MS;

/** Signed confirmation of a watcher. Bytes are in hex. */
export interface WatcherConfirmation {
  readonly watcher: string;
  readonly snapshotNumber: number;
  readonly manifestDigest: string;
  readonly checkedAtMs: number;
  readonly signature: string;
}

type Deps = Pick<SolvencyDeps, 'db' | 'clock' | 'chains' | 'settings'>;

/**
 * Stores the newest confirmation of a watcher.
 *
 * @throws PoolError CONFIRMATION_INVALID when it is not signed by the watcher, names another manifest, or is from the future
 */
export async function takeConfirmation(deps: Deps, said: WatcherConfirmation): Promise<void> {
  const { db, clock } = deps;
  const { watcher, snapshotNumber, manifestDigest, checkedAtMs, signature } = said;
  const now = clock.now();
  const message = confirmationMessage({
    anchorAddress: fromHex(getAnchorAddress(deps)),
    snapshotNumber,
    manifestDigest: fromHex(manifestDigest),
    checkedAtMs,
  });
  const isSigned = isSignedBy(fromHex(watcher), message, fromHex(signature));
  if (!isSigned || checkedAtMs > now + AHEAD_MS_MAX) throw new PoolError('CONFIRMATION_INVALID');
  await db.transaction(async (tx) => {
    const snapshot = await tx
      .selectFrom('snapshot')
      .select('number')
      .where('number', '=', snapshotNumber)
      .where('manifestDigest', '=', manifestDigest)
      .executeTakeFirst();
    if (snapshot === undefined) throw new PoolError('CONFIRMATION_INVALID');
    await tx
      .deleteFrom('watcherConfirmation')
      .where('receivedAt', '<', now - RECENT_MS)
      .execute();
    const row = { snapshotNumber, manifestDigest, checkedAt: checkedAtMs, signature, receivedAt: now };
    await tx
      .insertInto('watcherConfirmation')
      .values({ publicKey: watcher, ...row })
      .onConflict((conflict) =>
        conflict
          .column('publicKey')
          .doUpdateSet(row)
          // An old confirmation that is sent again changes nothing.
          .where('watcherConfirmation.checkedAt', '<', checkedAtMs),
      )
      .execute();
    await dropSurplus(tx, deps);
  });
}

/** Deletes surplus keys, but never an invited one. Anyone can invent any number of keys: these can only displace each other. */
async function dropSurplus(tx: Transaction, { settings }: Pick<Deps, 'settings'>): Promise<void> {
  const known = await tx
    .selectFrom('watcherConfirmation')
    .select('publicKey')
    .orderBy('receivedAt', 'desc')
    .orderBy('publicKey')
    .execute();
  const open = known.filter(({ publicKey }) => !settings.invitedWatchers.includes(publicKey));
  for (const { publicKey } of open.slice(WATCHERS_MAX))
    await tx.deleteFrom('watcherConfirmation').where('publicKey', '=', publicKey).execute();
}

/** Lists the newest confirmation of each watcher, newest first, with the anchor address that they sign for. */
export async function listConfirmations(
  deps: Pick<SolvencyDeps, 'db' | 'chains'>,
): Promise<{ anchorAddress: string; confirmations: WatcherConfirmation[] }> {
  const rows = await deps.db.read
    .selectFrom('watcherConfirmation')
    .selectAll()
    .orderBy('checkedAt', 'desc')
    .orderBy('publicKey')
    .execute();
  return {
    anchorAddress: getAnchorAddress(deps),
    confirmations: rows.map(({ publicKey, snapshotNumber, manifestDigest, checkedAt, signature }) => ({
      watcher: publicKey,
      snapshotNumber,
      manifestDigest,
      checkedAtMs: checkedAt,
      signature,
    })),
  };
}

function getAnchorAddress({ chains }: Pick<SolvencyDeps, 'chains'>): string {
  return chains.BSC.deriveAddress(ANCHOR_INDEX);
}
