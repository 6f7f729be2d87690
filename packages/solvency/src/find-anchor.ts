import type { RawTransaction } from '@glasspool/chains';
import { PoolError } from '@glasspool/core';
import type { SolvencyDeps } from './deps.ts';

/**
 * Returns the transaction that anchors a snapshot, as the pool's own node has it; null while there is none. A reader who does not trust the
 * pool asks a node of their own.
 *
 * @throws PoolError NOT_FOUND; UNAVAILABLE when the node does not answer
 */
export async function findAnchor(
  { db, chains }: Pick<SolvencyDeps, 'db' | 'chains'>,
  snapshotNumber: number,
): Promise<RawTransaction | null> {
  const row = await db.read
    .selectFrom('snapshot')
    .select('anchorTxHash')
    .where('number', '=', snapshotNumber)
    .executeTakeFirst();
  if (row === undefined) throw new PoolError('NOT_FOUND');
  if (row.anchorTxHash === null) return null;
  const found = await chains.BSC.findRawTransaction(row.anchorTxHash).catch((error: unknown) => {
    throw new PoolError('UNAVAILABLE', {}, { cause: error });
  });
  return found ?? null;
}
