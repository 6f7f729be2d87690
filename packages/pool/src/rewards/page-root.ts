// Root of the rows of a page of a reward run (docs/books.md, Reward runs): each row is salted, so that a reader of one learns nothing
// of its neighbours.
import { hash } from 'node:crypto';
import type { RewardRunId, UserId } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { logLeaf, logRoot, rowContent, rowSalt, type Sha256 } from '@glasspool/proof';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import { computeNonce } from '../nonce.ts';

interface PageRef {
  readonly runId: RewardRunId;
  readonly page: number;
}

/** A row of a page as it is hashed: `level/investment/day/due/paid`, level 0 for the reward itself. */
export interface SaltedRow {
  readonly userId: UserId;
  readonly text: string;
  /** Hex. */
  readonly salt: string;
}

type Deps = Pick<PoolDeps, 'nonceKey' | 'hash'>;

/** Several times as fast as the portable one: a run has a hash or five for each row. */
const nodeSha256: Sha256 = (message) => hash('sha256', message, 'buffer');

/** Number of rows of a page, and the root of their hashes. */
export async function readPageRoot(
  db: Queryable,
  deps: Deps,
  ref: PageRef,
): Promise<{ rows: number; root: Uint8Array }> {
  const rows = await readSaltedRows(db, deps, ref);
  return { rows: rows.length, root: logRoot(rows.map((row) => hashRewardRow(deps, row))) };
}

/** Leaf hash of a row (RFC 6962, 2.1). */
export function hashRewardRow(deps: Pick<PoolDeps, 'hash'>, { salt, text }: SaltedRow): Uint8Array {
  return logLeaf(rowContent(salt, text), deps.hash ?? nodeSha256);
}

/** Rows of a page in the order in which they are hashed: rewards, then referral rewards, each by investment. */
export async function readSaltedRows(
  db: Queryable,
  deps: Deps,
  { runId, page }: PageRef,
): Promise<SaltedRow[]> {
  const texts = await readTexts(db, { runId, page });
  const fast = { ...deps, hash: deps.hash ?? nodeSha256 };
  // An inviter has many rows of a page.
  const nonces = new Map<UserId, Uint8Array>();
  return texts.map((joined) => {
    const end = joined.indexOf('|');
    // The first part is a column of users.
    const userId = joined.slice(0, end) as UserId;
    const text = joined.slice(end + 1);
    const nonce = nonces.get(userId) ?? computeNonce(fast, userId);
    nonces.set(userId, nonce);
    return { userId, text, salt: rowSalt(nonce, { runId, page, text }, fast.hash) };
  });
}

/** One string from the database instead of a thousand row objects: the user, then the row. */
async function readTexts(db: Queryable, { runId, page }: PageRef): Promise<string[]> {
  const join = (text: string) => {
    const row = sql`${sql.raw(text)}`;
    const order = sql`investment_id, level`;
    return db.dialectName === 'sqlite'
      ? sql`group_concat(${row}, ' ' order by ${order})`
      : sql`string_agg(${row}, ' ' order by ${order})`;
  };
  const parts = "|| investment_id || '/' || day || '/' || due_micro || '/' || paid_micro";
  const { rows } = await sql<{ rewards: string | null; referrals: string | null }>`
    select (select ${join(`user_id || '|0/' ${parts}`)} from (select *, 0 as level from reward where run_id = ${runId} and page = ${page}) as r)
        as rewards,
      (select ${join(`user_id || '|' || level || '/' ${parts}`)} from referral_reward where run_id = ${runId} and page = ${page})
        as referrals`.execute(db);
  return [rows[0]?.rewards, rows[0]?.referrals].flatMap((joined) => (joined ? joined.split(' ') : []));
}
