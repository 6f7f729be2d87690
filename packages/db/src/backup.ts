import { sql } from 'kysely';
import type { Database } from './database.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { listStoredTables, type StoredTable } from './stored-tables.ts';
import type { DialectName, Queryable } from './transaction.ts';

/** Tables of the current processes alone, and those that migrations fill. Every other table of the schema is backed up. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'worker_lease',
  'rate_limit',
  'login_failure',
  'outgoing_transition',
  'withdrawal_transition',
  'transfer_kind',
  'posting_rule',
]);
/** Order of the rows of tables that refer to themselves: a row comes after those that it refers to. */
const ROW_ORDERS: Readonly<Record<string, readonly string[]>> = { user: ['created_at', 'id'] };
const ROWS_PER_PAGE = 5_000;
/** PostgreSQL takes at most 65,535 values in a statement. */
const ROWS_PER_STATEMENT = 500;
const FORMAT = 'glasspool-backup-1';

type Cell = bigint | number | string | null;
type Row = Readonly<Record<string, Cell>>;

/** Tables that a backup holds, each after those that it refers to. */
export async function listBackedUp(
  db: Pick<Queryable, 'getExecutor'>,
  dialect: DialectName,
): Promise<StoredTable[]> {
  const tables = await listStoredTables(db, dialect);
  return tables.filter(({ name }) => !LEFT_OUT.has(name));
}

/** The whole database as lines of JSON, all of one moment, while others go on writing. The same on both dialects. */
export async function* dumpDatabase(database: Database): AsyncGenerator<string> {
  yield line({ format: FORMAT, migrations: Object.keys(MIGRATIONS) });
  // Reading waits for the consumer of the lines: a large database is never in memory.
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  const reading = database
    .consistentRead(async (db) => {
      // As they are stored: names and numbers of 64 bits.
      const plain = { getExecutor: () => db.getExecutor().withoutPlugins() };
      for (const { name: table, key: primaryKey } of await listBackedUp(plain, database.dialectName)) {
        const key = ROW_ORDERS[table] ?? primaryKey;
        let last: Row | undefined;
        do {
          const page: readonly Row[] = (await pageAfter(table, key, last).execute(plain)).rows;
          last = page.length === ROWS_PER_PAGE ? page.at(-1) : undefined;
          if (page.length > 0) await writer.write(line({ table, rows: page.map(encodeRow) }));
        } while (last !== undefined);
      }
      await writer.close();
    })
    // The reader of the other end gets the error, or has stopped reading and caused it.
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
  return sql<Row>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${sql.lit(ROWS_PER_PAGE)}`;
}

/** A backup that cannot be restored: what is wrong, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Writes a dump into an empty, migrated database. All of it, or nothing.
 *
 * @param readLines begins to read when it is called: lines that come before anyone listens would be lost
 * @throws BackupError when the dump is of another version, or damaged
 */
export async function restoreDatabase(
  database: Database,
  readLines: () => AsyncIterable<string>,
): Promise<void> {
  await database
    .untyped()
    .transaction()
    .execute(async (tx) => {
      const tables = await listBackedUp(tx, database.dialectName);
      const known = new Map(tables.map((table) => [table.name, table]));
      const isPostgres = database.dialectName === 'postgres';
      // Those that migrations open; the backup has its own. The foreign key of postings refuses it where there is more.
      await sql`delete from account`.execute(tx);
      let isFirst = true;
      for await (const text of readLines()) {
        const parsed = JSON.parse(text);
        if (isFirst) assertSameVersion(parsed);
        else await insertRows(tx, parsed, { known, isPostgres });
        isFirst = false;
      }
      if (isFirst) throw new BackupError('The backup holds no database.');
      if (isPostgres)
        for (const { name: table } of tables.filter(({ hasCountedId }) => hasCountedId))
          await sql`select setval(pg_get_serial_sequence(${sql.lit(`"${table}"`)}, 'id'), coalesce((select max(id) from ${sql.table(table)}), 0) + 1, false)`.execute(
            tx,
          );
    });
}

function assertSameVersion({ format, migrations }: { format?: unknown; migrations?: unknown }): void {
  const isSame = format === FORMAT && JSON.stringify(migrations) === JSON.stringify(Object.keys(MIGRATIONS));
  if (isSame) return;
  throw new BackupError(
    'The backup is of another version. Restore it with that one, then start this one on it.',
  );
}

type Untyped = Parameters<
  Parameters<ReturnType<ReturnType<Database['untyped']>['transaction']>['execute']>[0]
>[0];

async function insertRows(
  tx: Untyped,
  { table, rows }: { table: string; rows: readonly Record<string, string | null>[] },
  { known, isPostgres }: { known: ReadonlyMap<string, StoredTable>; isPostgres: boolean },
): Promise<void> {
  const stored = known.get(table);
  if (stored === undefined) throw new BackupError(`The backup has an unknown table: ${table}.`);
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  // Ids that the database counts up by itself are given here, so that everything keeps its own.
  const overriding = isPostgres && stored.hasCountedId ? sql`overriding system value` : sql``;
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const values = rows
      .slice(start, start + ROWS_PER_STATEMENT)
      .map((row) => sql`(${sql.join(columns.map((column) => decodeCell(row[column] ?? null)))})`);
    const insert = sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) ${overriding} values ${sql.join(values)}`;
    await insert.execute(tx).catch((error: unknown) => {
      throw describeRefusal(error, stored, rows.slice(start, start + ROWS_PER_STATEMENT));
    });
  }
}

/** SQLSTATE classes 22 and 23 and their likes of SQLite: the database refuses what it was given. */
const ROW_REFUSED = /^(2[23]|SQLITE_(CONSTRAINT|MISMATCH))/;

/** A refusal of rows as an error that names the row; any other error as it is. */
function describeRefusal(
  error: unknown,
  { name, key }: StoredTable,
  rows: readonly Record<string, string | null>[],
): unknown {
  if (!(error instanceof Error && 'code' in error && ROW_REFUSED.test(String(error.code)))) return error;
  // PostgreSQL takes all text but this character, which SQLite takes too.
  const odd = rows.find((row) => Object.values(row).some((value) => value?.includes('\0')));
  const first = odd ?? rows[0] ?? {};
  const place = key.map((column) => `${column} ${JSON.stringify(first[column]?.slice(1))}`).join(', ');
  const why = odd === undefined ? error.message : 'it has text with the character U+0000';
  return new BackupError(
    `The database does not take ${odd === undefined ? 'one of the rows of' : 'a row of'} ${name} (${odd === undefined ? 'from ' : ''}${place}): ${why}. Nothing was restored. Restore into SQLite, or correct that row in the pool and back up again.`,
    { cause: error },
  );
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
