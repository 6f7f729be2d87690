import { sql } from 'kysely';
import type { Database } from './database.ts';
import { MIGRATIONS } from './migrations/index.ts';

/**
 * Every table with the columns of its key, each after those that it refers to. What only this moment's processes need is left out:
 * leases, counts of calls, failed logins; and what migrations fill by themselves.
 */
const TABLES: readonly (readonly [table: string, ...key: string[]])[] = [
  ['account', 'id'],
  ['transfer', 'id'],
  ['posting', 'transfer_id', 'account_id'],
  ['user', 'created_at', 'id'],
  ['wallet', 'network', 'derivation_index'],
  ['session', 'id'],
  ['sign_up_code', 'id'],
  ['sign_up_token', 'token_hash'],
  ['password_reset', 'token_hash'],
  ['mail', 'id'],
  ['mailbox_message', 'id'],
  ['terms', 'version'],
  ['terms_proposal', 'id'],
  ['terms_principal', 'terms_version', 'currency'],
  ['investment', 'id'],
  ['reward_run', 'id'],
  ['reward_page', 'run_id', 'page'],
  ['reward', 'investment_id', 'day'],
  ['referral_reward', 'investment_id', 'day', 'level'],
  ['referral_transfer', 'id'],
  ['wallet_release', 'id'],
  ['chain_status', 'network'],
  ['scanned_block', 'network', 'height'],
  ['deposit', 'id'],
  ['quarantined_transfer', 'network', 'tx_hash', 'log_index'],
  ['withdrawal', 'id'],
  ['withdrawal_event', 'withdrawal_id', 'to_state'],
  ['network_fee', 'network', 'tx_hash'],
  ['gas_top_up', 'id'],
  ['book_correction', 'id'],
  ['idempotency_key', 'user_id', 'operation', 'request_key'],
  ['counter', 'name'],
  ['setting', 'name'],
  ['daily_total', 'kind', 'currency', 'day'],
  ['audit_log', 'id'],
  ['audit_link', 'position'],
  ['outgoing_transaction', 'tx_hash'],
  ['outgoing_nonce', 'network', 'sender', 'nonce'],
  ['committed_fee', 'subject'],
  ['adopted_subject', 'subject'],
  ['sweep', 'id'],
  ['sweep_item', 'id'],
  ['notice', 'id'],
  ['notice_read', 'admin_id', 'notice_id'],
  ['second_factor', 'user_id'],
  ['recovery_code', 'user_id', 'code_hash'],
  ['passkey', 'id'],
  ['passkey_answer', 'challenge_hash'],
  ['reconciliation', 'currency'],
  ['dust', 'currency'],
  ['stray_balance', 'currency', 'address'],
  ['unreadable_transaction', 'network', 'tx_hash'],
  ['snapshot', 'number'],
  ['journal_range', 'first_position'],
  ['journal_block', 'number'],
  ['snapshot_check', 'snapshot_number', 'user_id'],
  ['watcher_confirmation', 'public_key'],
  ['api_key', 'id'],
  ['payee', 'id'],
  ['webhook', 'id'],
  ['webhook_delivery', 'id'],
  ['webhook_queue', 'user_id'],
];
const LEFT_OUT = [
  'worker_lease',
  'rate_limit',
  'login_failure',
  'withdrawal_transition',
  'transfer_kind',
  'posting_rule',
];
/** Whose ids the database itself counts up. */
const COUNTED = ['transfer', 'sign_up_code', 'gas_top_up', 'audit_log'];
const ROWS_A_PAGE = 5_000;
/** PostgreSQL takes at most 65,535 values in a statement. */
const ROWS_PER_STATEMENT = 500;
const FORMAT = 'glasspool-backup-1';

type Cell = bigint | number | string | null;
type Row = Readonly<Record<string, Cell>>;

/** The names of all tables that a backup knows of; a test holds them against the schema. */
export const BACKED_UP_TABLES: readonly string[] = [...TABLES.map(([table]) => table), ...LEFT_OUT];

/** The whole database as lines of JSON, all of one moment, while others go on writing. The same on both dialects. */
export async function* dumpDatabase(database: Database): AsyncGenerator<string> {
  yield line({ format: FORMAT, migrations: Object.keys(MIGRATIONS) });
  // Reading waits for whoever takes the lines: a large database is never in memory.
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  const reading = database
    .consistentRead(async (db) => {
      // As they are stored: names and numbers of 64 bits.
      const plain = { getExecutor: () => db.getExecutor().withoutPlugins() };
      for (const [table, ...key] of TABLES) {
        let last: Row | undefined;
        do {
          const page: readonly Row[] = (await pageAfter(table, key, last).execute(plain)).rows;
          last = page.length === ROWS_A_PAGE ? page.at(-1) : undefined;
          if (page.length > 0) await writer.write(line({ table, rows: page.map(encodeRow) }));
        } while (last !== undefined);
      }
      await writer.close();
    })
    // Whoever reads the other end gets the error, or has stopped reading and caused it.
    .catch((error: unknown) => writer.abort(error).catch(() => undefined));
  try {
    yield* readable;
  } finally {
    await reading;
  }
}

function pageAfter(table: string, key: readonly string[], last: Row | undefined) {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const after =
    last === undefined ? sql`` : sql`where (${columns}) > (${sql.join(key.map((column) => last[column]))})`;
  return sql<Row>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${sql.lit(ROWS_A_PAGE)}`;
}

/** Writes a dump into an empty, migrated database. All of it, or nothing. Throws when the dump is of another version, or damaged. */
export async function restoreDatabase(database: Database, lines: AsyncIterable<string>): Promise<void> {
  await database
    .untyped()
    .transaction()
    .execute(async (tx) => {
      let isFirst = true;
      for await (const text of lines) {
        const parsed = JSON.parse(text);
        if (isFirst) assertSameVersion(parsed);
        else await insertRows(tx, parsed, database.dialectName === 'postgres');
        isFirst = false;
      }
      if (isFirst) throw new Error('The backup holds no database.');
      if (database.dialectName === 'postgres')
        for (const table of COUNTED)
          await sql`select setval(pg_get_serial_sequence(${sql.lit(`"${table}"`)}, 'id'), coalesce((select max(id) from ${sql.table(table)}), 0) + 1, false)`.execute(
            tx,
          );
    });
}

function assertSameVersion({ format, migrations }: { format?: unknown; migrations?: unknown }): void {
  const isSame = format === FORMAT && JSON.stringify(migrations) === JSON.stringify(Object.keys(MIGRATIONS));
  if (isSame) return;
  throw new Error('The backup is of another version. Restore it with that one, then start this one on it.');
}

type Untyped = Parameters<
  Parameters<ReturnType<ReturnType<Database['untyped']>['transaction']>['execute']>[0]
>[0];

async function insertRows(
  tx: Untyped,
  { table, rows }: { table: string; rows: readonly Record<string, string | null>[] },
  isPostgres: boolean,
): Promise<void> {
  if (!TABLES.some(([one]) => one === table)) throw new Error(`The backup has an unknown table: ${table}.`);
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  // Ids that the database counts up by itself are given here, so that everything keeps its own.
  const overriding = isPostgres && COUNTED.includes(table) ? sql`overriding system value` : sql``;
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const values = rows
      .slice(start, start + ROWS_PER_STATEMENT)
      .map((row) => sql`(${sql.join(columns.map((column) => decodeCell(row[column] ?? null)))})`);
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) ${overriding} values ${sql.join(values)}`.execute(
      tx,
    );
  }
}

function line(content: object): string {
  return `${JSON.stringify(content)}\n`;
}

/** JSON knows no whole numbers of 64 bits: each value says what it is. */
function encodeRow(row: Row): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value === null ? null : typeof value === 'string' ? `s${value}` : `n${value}`,
    ]),
  );
}

function decodeCell(text: string | null): Cell {
  if (text === null) return null;
  return text.startsWith('n') ? BigInt(text.slice(1)) : text.slice(1);
}
