import { Database, migrateToLatest } from '@glasspool/db';
import { CompiledQuery } from 'kysely';
import { OPEN_WORK_INDEXES } from './exceptions.ts';
import { type FullRead, findGrowingReads, isSelective, readAliases, type SchemaNames } from './judge.ts';

const ROWS = 1_000_000;
const OPEN_ROWS = 1_000;

interface Index {
  readonly name: string;
  readonly table: string;
  readonly columns: number;
}

type Row = Readonly<Record<string, unknown>>;

/** Plans of statements on a migrated SQLite file without rows, under statistics that are made up. */
export class SqlitePlans implements AsyncDisposable {
  readonly schema: SchemaNames;
  readonly #database: Database;
  readonly #indexes: readonly Index[];

  private constructor(database: Database, schema: SchemaNames, indexes: readonly Index[]) {
    this.#database = database;
    this.schema = schema;
    this.#indexes = indexes;
  }

  /** Creates the file. */
  static async open(file: string): Promise<SqlitePlans> {
    const database = new Database(() => `sqlite:${file}`);
    await migrateToLatest(database);
    const rows = await select(database, 'select type, name, tbl_name, sql from sqlite_schema');
    const getNames = (type: string, text: RegExp): Set<string> =>
      new Set(
        rows
          .filter((row) => row['type'] === type && text.test(String(row['sql'])))
          .map((row) => String(row['name'])),
      );
    const schema = {
      tables: getNames('table', /./),
      columns: new Set(
        (
          await select(
            database,
            "select distinct c.name from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'",
          )
        ).map((row) => String(row['name'])),
      ),
      partialIndexes: getNames('index', /\bwhere\b/i),
    };
    const indexes: Index[] = [];
    for (const row of rows.filter(({ type }) => type === 'index')) {
      const [name, table] = [String(row['name']), String(row['tbl_name'])];
      const columns = await select(database, `pragma index_info("${name}")`);
      indexes.push({ name, table, columns: columns.length });
    }
    return new SqlitePlans(database, schema, indexes);
  }

  /** Every table has a million rows, but one that is said to have a single one. Without `hostile` all have a million. */
  async pretendRows(hostile?: string): Promise<void> {
    await select(this.#database, 'analyze');
    await select(this.#database, 'delete from sqlite_stat1');
    const lines: (string | null)[] = [];
    for (const table of this.schema.tables)
      if (!table.startsWith('sqlite_')) lines.push(table, null, String(table === hostile ? 1 : ROWS));
    for (const { name, table, columns } of this.#indexes) {
      const isOpenWork = OPEN_WORK_INDEXES[name] !== undefined;
      const rows = table === hostile ? 1 : isOpenWork ? OPEN_ROWS : ROWS;
      // Each further column of an index divides the rows, down to one for the whole of it.
      const perKey = Array.from({ length: columns }, (_, column) =>
        Math.max(1, Math.floor(rows ** (1 - (column + 1) / columns))),
      );
      lines.push(table, name, [rows, ...perKey].join(' '));
    }
    const values = Array.from({ length: lines.length / 3 }, () => '(?, ?, ?)').join(', ');
    await select(this.#database, `insert into sqlite_stat1 (tbl, idx, stat) values ${values}`, lines);
    await select(this.#database, 'analyze sqlite_schema');
  }

  /** Growing tables that a statement reads as a whole. */
  async findGrowingReads(text: string): Promise<string[]> {
    const aliases = readAliases(text);
    const nulls = Array.from(text.matchAll(/\?/g), () => null);
    const rows = await select(this.#database, `explain query plan ${text}`, nulls);
    const details = rows.map((row) => String(row['detail']));
    const reads = details.flatMap((detail) => readFullRead(detail, aliases, this.schema.columns));
    // A multi-row insert names children of its table, which are only read after a violation.
    const own = reads.filter(
      ({ table }) => !/^\s*insert/i.test(text) || new RegExp(`\\b${table}\\b`).test(text),
    );
    const isSorted = details.some((detail) => /^USE TEMP B-TREE FOR (ORDER|GROUP|DISTINCT)/.test(detail));
    return findGrowingReads(text, own, this.schema, isSorted);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database.close();
  }
}

async function select(database: Database, text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  const { rows } = await database.untyped().executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
  return rows;
}

function readFullRead(
  detail: string,
  aliases: ReadonlyMap<string, string>,
  columns: ReadonlySet<string>,
): FullRead[] {
  const [, searched, by, condition = ''] =
    /^SEARCH (\w+) USING (?:COVERING )?INDEX (\w+) \((.+)\)/.exec(detail) ?? [];
  if (searched !== undefined && !isSelective(condition, columns))
    return [{ table: aliases.get(searched) ?? searched, index: by }];
  // An index that SQLite makes for one statement reads the whole table as well.
  const made = /^SEARCH (\w+) USING AUTOMATIC/.exec(detail);
  const scan = made ?? /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail);
  const [, name = '', index] = scan ?? [];
  return name === '' ? [] : [{ table: aliases.get(name) ?? name, index }];
}
