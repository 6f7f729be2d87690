import { isId, PoolError, type RewardRunId, type UserId } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import type { PoolDeps } from '@glasspool/pool/deps';
import { hashRewardRow, type PublicRewardRun, readRewardRun, readSaltedRows } from '@glasspool/pool/rewards';
import { computeRoots, fromHex, inclusionProof, logLeaf, toHex } from '@glasspool/proof';
import { listReserveSources, type ReserveSources } from '../reserve-sources/index.ts';

/** Id of a reward in the history: the investment, its day, and the level if it is an inviter's share. */
const REWARD_ID = /^(?<investmentId>[^/]+)\/(?<day>[1-9]\d{0,8})(?:\/(?<level>[1-3]))?$/;

/** Receipt of one reward: its run, its sources and its proof. */
export interface RewardReceipt {
  readonly dueMicro: bigint;
  readonly paidMicro: bigint;
  readonly run: PublicRewardRun;
  /** Sources of the reserve up to the time of the run. */
  readonly sources: ReserveSources;
  /** Inclusion proof of the reward in the run's root; null while the run is open. */
  readonly proof: RowProof | null;
}

/**
 * Path of one row (docs/books.md, Reward runs): from the row's hash to the root of its page, and from there to the root of the run.
 * Digests and salt in hex.
 */
export interface RowProof {
  readonly row: string;
  readonly salt: string;
  readonly index: number;
  readonly rows: number;
  readonly rowPath: readonly string[];
  readonly page: number;
  readonly pages: number;
  readonly pagePath: readonly string[];
  readonly root: string;
}

interface Share {
  readonly runId: RewardRunId;
  readonly page: number;
  readonly dueMicro: bigint;
  readonly paidMicro: bigint;
}

/**
 * Returns the receipt of one of the user's rewards: its run, the reserve before and after, the sources of the reserve up to then, and the
 * proof that the run's root includes the reward.
 *
 * @throws PoolError NOT_FOUND, also for a reward of another user
 */
export async function getRewardReceipt(
  deps: Pick<PoolDeps, 'db' | 'nonceKey' | 'hash'>,
  request: { userId: UserId; transactionId: string },
): Promise<RewardReceipt> {
  const share = await findShare(deps.db.read, request);
  if (share === undefined) throw new PoolError('NOT_FOUND');
  const { runId, dueMicro, paidMicro } = share;
  const run = await readRewardRun(deps.db.read, runId);
  const sources = await listReserveSources(deps, run.currency, { until: run.runAt });
  return { dueMicro, paidMicro, run, sources, proof: await proveRow(deps, share, request.transactionId) };
}

async function proveRow(
  deps: Pick<PoolDeps, 'db' | 'nonceKey' | 'hash'>,
  { runId, page }: Share,
  transactionId: string,
): Promise<RowProof | null> {
  const { root } = await readRewardRun(deps.db.read, runId);
  if (root === null) return null;
  const rows = await readSaltedRows(deps.db.read, deps, { runId, page });
  const { investmentId, day, level = '0' } = REWARD_ID.exec(transactionId)?.groups ?? {};
  const index = rows.findIndex(({ text }) => text.startsWith(`${level}/${investmentId}/${day}/`));
  const found = rows[index];
  if (found === undefined)
    throw new Error(`Page ${page} of ${runId} does not have the row ${transactionId}.`);
  const pages = await deps.db.read
    .selectFrom('rewardPage')
    .select('root')
    .where('runId', '=', runId)
    .orderBy('page')
    .execute();
  const pageLeaves = pages.map((one) => logLeaf(fromHex(one.root)));
  return {
    row: found.text,
    salt: found.salt,
    index,
    rows: rows.length,
    rowPath: inclusionProof(
      index,
      rows.length,
      computeRoots(rows.map((row) => hashRewardRow(deps, row))),
    ).map(toHex),
    page: page - 1,
    pages: pages.length,
    pagePath: inclusionProof(page - 1, pages.length, computeRoots(pageLeaves)).map(toHex),
    root,
  };
}

async function findShare(
  db: Queryable,
  { userId, transactionId }: { userId: UserId; transactionId: string },
): Promise<Share | undefined> {
  const { investmentId, day, level } = REWARD_ID.exec(transactionId)?.groups ?? {};
  if (investmentId === undefined || !isId('investment', investmentId)) return undefined;
  if (level === undefined)
    return db
      .selectFrom('reward')
      .select(['runId', 'page', 'dueMicro', 'paidMicro'])
      .where('userId', '=', userId)
      .where('investmentId', '=', investmentId)
      .where('day', '=', Number(day))
      .executeTakeFirst();
  return db
    .selectFrom('referralReward')
    .select(['runId', 'page', 'dueMicro', 'paidMicro'])
    .where('userId', '=', userId)
    .where('investmentId', '=', investmentId)
    .where('day', '=', Number(day))
    .where('level', '=', Number(level))
    .executeTakeFirst();
}
