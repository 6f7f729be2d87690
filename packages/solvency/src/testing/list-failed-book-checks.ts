import { type CheckId, type SnapshotFiles, verifySnapshot } from '@glasspool/proof';

/** Checks of the verifier that depend on the books alone. The others would fail: chains in memory have no keys that sign. */
const BOOK_CHECKS: ReadonlySet<CheckId> = new Set<CheckId>([
  'manifest',
  'digests',
  'history',
  'terms',
  'journal',
  'books',
  'checkpoint',
  'runs',
  'owed',
]);

/** Lists the book checks that a snapshot fails, with the reasons. */
export async function listFailedBookChecks(files: SnapshotFiles, snapshotNumber: number): Promise<string[]> {
  const failures: string[] = [];
  for await (const { id, status, detail } of verifySnapshot({ files, snapshotNumber, nowMs: 0, depthMin: 0 }))
    if (status !== 'ok' && id !== undefined && BOOK_CHECKS.has(id)) failures.push(`${id}: ${detail}`);
  return failures;
}
