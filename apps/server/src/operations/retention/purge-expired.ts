import { DAY_MS } from '@glasspool/core';
import type { PoolDeps } from '@glasspool/pool/deps';
import { type RawBuilder, sql } from 'kysely';

/** Long enough to look into what happened, and to answer a request that a program repeats (docs/data.md). */
const KEPT_MS = 90 * DAY_MS;
const ROWS_MAX = 500;

/** Rule for rows that hold no money and have expired, with the columns that identify a row. */
interface Rule {
  readonly table: string;
  readonly key: string;
  isOver(before: number): RawBuilder<unknown>;
}

const RULES: readonly Rule[] = [
  {
    table: 'session',
    key: 'id',
    // The newest of each user stays, however old: without it a stranger's sign-in would pass for the first one, which is not mailed about.
    isOver: (before) => sql`coalesce(ended_at, expires_at) < ${before} and exists
      (select 1 from session as later where later.user_id = session.user_id
        and (later.created_at, later.id) > (session.created_at, session.id))`,
  },
  { table: 'sign_up_code', key: 'id', isOver: (before) => sql`expires_at < ${before}` },
  { table: 'sign_up_token', key: 'token_hash', isOver: (before) => sql`expires_at < ${before}` },
  { table: 'password_reset', key: 'token_hash', isOver: (before) => sql`expires_at < ${before}` },
  { table: 'passkey_answer', key: 'challenge_hash', isOver: (before) => sql`answered_at < ${before}` },
  { table: 'login_failure', key: 'subject', isOver: (before) => sql`last_at < ${before}` },
  { table: 'mail', key: 'id', isOver: (before) => sql`sent_at is not null and sent_at < ${before}` },
  { table: 'mail', key: 'id', isOver: (before) => sql`given_up_at is not null and given_up_at < ${before}` },
  {
    table: 'webhook_delivery',
    key: 'id',
    isOver: (before) => sql`next_try_at is null and created_at < ${before}`,
  },
  {
    table: 'idempotency_key',
    key: 'user_id, operation, key',
    isOver: (before) => sql`created_at < ${before}`,
  },
];

/**
 * Removes what has been over for 90 days and is not money: sessions, codes, tokens, counts of wrong passwords, sent mails, deliveries to
 * webhooks, keys of requests. At most 500 rows of each at once. Returns how many.
 */
export async function purgeExpired({
  db,
  machineClock,
}: Pick<PoolDeps, 'db' | 'machineClock'>): Promise<number> {
  const before = machineClock.now() - KEPT_MS;
  let forgotten = 0n;
  for (const { table, key, isOver } of RULES) {
    const [from, columns] = [sql.table(table), sql.raw(key)];
    forgotten += await db.transaction(async (tx) => {
      const rows = sql`select ${columns} from ${from} where ${isOver(before)} limit ${ROWS_MAX}`;
      // PostgreSQL looks at the rule again in a row that it waited for, and not at what the inner query asked of it.
      const result =
        await sql`delete from ${from} where (${columns}) in (${rows}) and ${isOver(before)}`.execute(tx);
      return result.numAffectedRows ?? 0n;
    });
  }
  return Number(forgotten);
}
