import { type RawBuilder, sql } from 'kysely';
import type { DialectName, Queryable } from './transaction.ts';

/** A table of the schema, as the database itself describes it. */
export interface StoredTable {
  readonly name: string;
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** True when the database counts up the ids. */
  readonly hasCountedId: boolean;
}

interface Description {
  /** Rows `name, column`, in the order of the key. */
  readonly keys: RawBuilder<{ name: string; column: string }>;
  /** Rows `name, target`: tables and those that they refer to. */
  readonly references: RawBuilder<{ name: string; target: string }>;
  readonly counted: RawBuilder<{ name: string }>;
}

const DESCRIPTIONS: Readonly<Record<DialectName, Description>> = {
  sqlite: {
    keys: sql`select m.name as name, c.name as "column" from sqlite_master m join pragma_table_info(m.name) c
      where m.type = 'table' and c.pk > 0 order by m.name, c.pk`,
    references: sql`select distinct m.name as name, f."table" as target
      from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`,
    counted: sql`select name from sqlite_master where type = 'table' and sql like '%autoincrement%'`,
  },
  postgres: {
    keys: sql`select t.relname as name, a.attname as "column" from pg_constraint c
      join pg_class t on t.oid = c.conrelid cross join unnest(c.conkey) with ordinality as k (attnum, position)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
      where c.contype = 'p' and t.relnamespace = current_schema()::regnamespace order by t.relname, k.position`,
    references: sql`select distinct t.relname as name, r.relname as target from pg_constraint c
      join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
      where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace`,
    counted: sql`select t.relname as name from pg_attribute a join pg_class t on t.oid = a.attrelid
      where a.attidentity <> '' and t.relnamespace = current_schema()::regnamespace`,
  },
};

/** Lists the tables of the product, each after those that it refers to; alphabetical where that leaves a choice. */
export async function listStoredTables(
  db: Pick<Queryable, 'getExecutor'>,
  dialect: DialectName,
): Promise<StoredTable[]> {
  const { keys, references, counted } = DESCRIPTIONS[dialect];
  const keyColumns = new Map<string, string[]>();
  for (const { name, column } of (await keys.execute(db)).rows) {
    if (!name.startsWith('kysely_')) keyColumns.set(name, [...(keyColumns.get(name) ?? []), column]);
  }
  const countedNames = new Set((await counted.execute(db)).rows.map(({ name }) => name));
  const order = sortByReference([...keyColumns.keys()].sort(), (await references.execute(db)).rows);
  return order.map((name) => ({
    name,
    key: keyColumns.get(name) ?? [],
    hasCountedId: countedNames.has(name),
  }));
}

function sortByReference(
  names: readonly string[],
  references: readonly { name: string; target: string }[],
): string[] {
  const sorted: string[] = [];
  while (sorted.length < names.length) {
    const next = names.find(
      (name) =>
        !sorted.includes(name) &&
        references.every((one) => one.name !== name || one.target === name || sorted.includes(one.target)),
    );
    if (next === undefined) throw new Error('Tables refer to each other in a circle.');
    sorted.push(next);
  }
  return sorted;
}
