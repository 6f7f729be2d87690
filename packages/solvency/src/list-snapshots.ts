import { PoolError } from '@glasspool/core';
import type { Queryable, Row } from '@glasspool/db';
import { findFirstDigest } from '@glasspool/pool/first-snapshot';
import type { SolvencyDeps } from './deps.ts';
import { readSnapshotPage } from './snapshot-page.ts';

export type Snapshot = Row<'snapshot'>;

/** Snapshot as it is published. */
export interface PublicSnapshot extends Snapshot {
  /** Number of users who checked their part of the snapshot and found it right. */
  readonly verifiedBy: number;
}

export async function findNewestSnapshot(db: Queryable): Promise<Snapshot | undefined> {
  return db.selectFrom('snapshot').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();
}

/**
 * Returns a snapshot by its number.
 *
 * @throws PoolError NOT_FOUND
 */
export async function getSnapshot(db: Queryable, number: number): Promise<Snapshot> {
  const snapshot = await db
    .selectFrom('snapshot')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  if (snapshot === undefined) throw new PoolError('NOT_FOUND');
  return snapshot;
}

/** Returns a page of the snapshots, newest first, with the digest of the first one, which names the whole history. */
export async function listSnapshots(
  { db }: Pick<SolvencyDeps, 'db'>,
  request: { page: number; limit: number },
): Promise<{ snapshots: PublicSnapshot[]; total: number; firstDigest: string | undefined }> {
  const { snapshots, total } = await readSnapshotPage(db.read, request);
  const checks = await db.read
    .selectFrom('snapshotCheck')
    .select((eb) => ['snapshotNumber', eb.fn.countAll<number>().as('count')])
    .where('snapshotNumber', '<=', snapshots[0]?.number ?? -1)
    .where('snapshotNumber', '>=', snapshots.at(-1)?.number ?? 0)
    .groupBy('snapshotNumber')
    .execute();
  const counts = new Map(checks.map(({ snapshotNumber, count }) => [snapshotNumber, count]));
  return {
    snapshots: snapshots.map((one) => ({ ...one, verifiedBy: counts.get(one.number) ?? 0 })),
    total,
    firstDigest: await findFirstDigest(db.read),
  };
}
