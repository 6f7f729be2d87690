import type { RewardRunId, UserId } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { computeRoots, inclusionProof, type OwnRow } from '@glasspool/proof';
import type { PoolDeps } from '../deps.ts';
import { hashRewardRow, readSaltedRows } from './page-root.ts';

/** Rows of one user on a page of a reward run, each with its path to the root of the page. */
export async function listOwnRows(
  deps: Pick<PoolDeps, 'nonceKey' | 'hash'>,
  db: Queryable,
  { userId, runId, page }: { userId: UserId; runId: RewardRunId; page: number },
): Promise<OwnRow[]> {
  const rows = await readSaltedRows(db, deps, { runId, page });
  const computeRoot = computeRoots(rows.map((row) => hashRewardRow(deps, row)));
  return rows.flatMap(({ userId: owner, text }, index) =>
    owner === userId
      ? [{ text, index, rows: rows.length, path: inclusionProof(index, rows.length, computeRoot) }]
      : [],
  );
}
