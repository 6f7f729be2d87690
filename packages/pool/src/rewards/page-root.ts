// Root of the rows of a page of a reward run (docs/books.md, Reward runs): each row is salted, so that a reader of one learns nothing
// of its neighbours.
import { createHmac, hash } from 'node:crypto';
import type { RewardRunId } from '@glasspool/core';
import { logRoot } from '@glasspool/core/solvency';
import type { Queryable } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';

interface PageRef {
  readonly runId: RewardRunId;
  readonly page: number;
}

/** A row of a page as it is hashed: `level/investment/day/due/paid`, level 0 for the reward itself. */
export interface SaltedRow {
  readonly text: string;
  /** Hex. */
  readonly salt: string;
}

/** Number of rows of a page, and the root of their hashes. */
export async function readPageRoot(
  db: Queryable,
  deps: Pick<PoolDeps, 'nonceKey'>,
  ref: PageRef,
): Promise<{ rows: number; root: Uint8Array }> {
  const rows = await readSaltedRows(db, deps, ref);
  return { rows: rows.length, root: logRoot(rows.map(hashRow)) };
}

/** Leaf hash of a row (RFC 6962, 2.1): 0x00, then the salt and the text. */
export function hashRow({ salt, text }: SaltedRow): Uint8Array {
  return hash('sha256', `\0${salt}/${text}`, 'buffer');
}

/** Rows of a page in the order in which they are hashed: rewards, then referral rewards, each by investment. */
export async function readSaltedRows(
  db: Queryable,
  deps: Pick<PoolDeps, 'nonceKey'>,
  { runId, page }: PageRef,
): Promise<SaltedRow[]> {
  const texts = await readTexts(db, { runId, page });
  // Known to the pool alone; one user's salt tells nothing of another's.
  const key = createHmac('sha256', deps.nonceKey)
    .update(`glasspool/reward-page/${runId}/${page}`)
    .digest('hex');
  const rows: SaltedRow[] = [];
  let digest = '';
  for (const [index, text] of texts.entries()) {
    const half = index % 2;
    // One digest is long enough for the salts of two rows.
    if (half === 0) digest = hash('sha256', `${key}/${index / 2}`);
    rows.push({ text, salt: digest.slice(half * SALT_HEX, (half + 1) * SALT_HEX) });
  }
  return rows;
}

const SALT_HEX = 32;

/** One string from the database instead of a thousand row objects. */
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
    select (select ${join(`'0/' ${parts}`)} from (select *, 0 as level from reward where run_id = ${runId} and page = ${page}) as r)
        as rewards,
      (select ${join(`level || '/' ${parts}`)} from referral_reward where run_id = ${runId} and page = ${page})
        as referrals`.execute(db);
  return [rows[0]?.rewards, rows[0]?.referrals].flatMap((joined) => (joined ? joined.split(' ') : []));
}
