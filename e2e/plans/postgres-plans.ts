import { Database } from '@glasspool/db';
import { newPostgresDatabase } from '@glasspool/db/testing';
import { sql } from 'kysely';
import { z } from 'zod';
import { type FullRead, findGrowingReads, isSelective, type SchemaNames } from './judge.ts';

const ROWS = 5_000;
/** Above every id and number that a migration writes. */
const FIRST = 1_000_000;

const Names = z.array(z.object({ name: z.string() }));

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Index Name'?: string | undefined;
  readonly 'Index Cond'?: string | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
}

const PlanNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    'Index Cond': z.string().optional(),
    Plans: z.array(PlanNode).optional(),
  }),
);
const Explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: PlanNode })]) })]);

/** Plans of statements on a migrated PostgreSQL database, with every other way than an index switched off where there is one. */
export class PostgresPlans implements AsyncDisposable {
  readonly schema: SchemaNames;
  readonly #database: Database;

  private constructor(database: Database, schema: SchemaNames) {
    this.#database = database;
    this.schema = schema;
  }

  static async open(): Promise<PostgresPlans> {
    const url = await newPostgresDatabase();
    {
      await using database = new Database(() => url);
      await fillTables(database);
      // For every connection that is opened from now on.
      const name = url.slice(url.lastIndexOf('/') + 1);
      for (const way of ['seqscan', 'hashjoin', 'mergejoin', 'bitmapscan'])
        await run(database, `alter database ${name} set enable_${way} = off`);
    }
    const database = new Database(() => url);
    const read = async (text: string): Promise<Set<string>> =>
      new Set(Names.parse(await run(database, text)).map(({ name }) => name));
    return new PostgresPlans(database, {
      tables: await read(
        "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
      ),
      columns: await read(
        "select distinct column_name as name from information_schema.columns where table_schema = 'public'",
      ),
      partialIndexes: await read(
        'select indexrelid::regclass::text as name from pg_index where indpred is not null',
      ),
    });
  }

  /** Growing tables that a statement reads as a whole. */
  async findGrowingReads(text: string): Promise<string[]> {
    const rows = await run(this.#database, `explain (format json, generic_plan) ${text}`);
    const [{ 'QUERY PLAN': plans }] = Explained.parse(rows);
    const nodes = listNodes(plans[0].Plan);
    const isSorted = nodes.some((node) => node['Node Type'] === 'Sort');
    return findGrowingReads(
      text,
      nodes.flatMap((node) => readFullRead(node, this.schema.columns)),
      this.schema,
      isSorted,
    );
  }

  /** Makes the statistics say that a table has a single row, and the others what they have. */
  async pretendRows(hostile?: string): Promise<void> {
    await run(
      this.#database,
      `update pg_class set reltuples = case relname when '${hostile ?? ''}' then 1 else ${ROWS} end
        where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database.close();
  }
}

async function run(database: Database, text: string): Promise<unknown[]> {
  const { rows } = await sql.raw<unknown>(text).execute(database.untyped());
  return rows;
}

/**
 * Writes rows of made-up values into every table, so that the planner has something to choose by. Constraints go first: such rows break
 * them. Of columns that may be null, every second value is; no text is a state of open work, so that its indexes are as
 * good as empty, as in a pool.
 */
async function fillTables(database: Database): Promise<void> {
  await run(
    database,
    `do $$
    declare one record; target record; expressions text;
    begin
      perform set_config('session_replication_role', 'replica', true);
      for one in select conname, conrelid::regclass as name from pg_constraint
        where contype in ('c', 'f') and connamespace = 'public'::regnamespace
      loop execute format('alter table %s drop constraint %I', one.name, one.conname); end loop;
      for target in select oid, oid::regclass as name from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace
      loop
        select string_agg(
            format(case when att.attnotnull then '%s' else 'case when g %% 2 = 0 then %s end' end,
              case when typ.typname in ('text', 'varchar') then '''x'' || g' else 'g' end),
            ', ' order by att.attnum)
          into expressions
          from pg_attribute att join pg_type typ on typ.oid = att.atttypid
          where att.attrelid = target.oid and att.attnum > 0 and not att.attisdropped;
        execute format('insert into %s overriding system value select %s from generate_series(${FIRST}, ${FIRST + ROWS}) g on conflict do nothing',
          target.name, expressions);
      end loop;
    end $$`,
  );
  await run(database, 'vacuum analyze');
}

function listNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(listNodes)];
}

function readFullRead(node: PlanNode, columns: ReadonlySet<string>): FullRead[] {
  const table = node['Relation Name'];
  const condition = node['Index Cond'];
  if (table === undefined || (condition !== undefined && isSelective(condition, columns))) return [];
  return /Seq Scan|Index (Only )?Scan/.test(node['Node Type']) ? [{ table, index: node['Index Name'] }] : [];
}
