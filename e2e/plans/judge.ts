// Decides from the plan of a statement whether its cost grows with a table: a scan of a table, or of a whole index, that is neither
// small nor one of open work nor a page in index order.
import { OPEN_WORK_INDEXES, SMALL_TABLES } from './exceptions.ts';

/** Names of the schema that plans mention. */
export interface SchemaNames {
  readonly tables: ReadonlySet<string>;
  readonly columns: ReadonlySet<string>;
  /** Indexes with a predicate. */
  readonly partialIndexes: ReadonlySet<string>;
}

/** Read of a table in a plan without a condition that an index serves, or with one that leaves most of the table. */
export interface FullRead {
  readonly table: string;
  readonly index: string | undefined;
}

/** Columns with a handful of values: a row looked up by these alone is one of a large part of the table. */
const COARSE_COLUMNS: ReadonlySet<string> = new Set([
  'account_class',
  'currency',
  'guarded',
  'has_gas',
  'kind',
  'level',
  'network',
  'reason',
  'role',
  'source',
  'state',
  'terms_version',
]);

/** Returns true when the condition of an index search says which few rows are meant. */
export function isSelective(condition: string, columns: ReadonlySet<string>): boolean {
  // An index of an expression is made for one question.
  if (condition.includes('<expr>')) return true;
  const named = (condition.match(/[a-z_0-9]+/g) ?? []).filter((word) => columns.has(word));
  return named.some((column) => !COARSE_COLUMNS.has(column));
}

/** Tables that a statement reads as a whole, although they grow. */
export function findGrowingReads(
  text: string,
  reads: readonly FullRead[],
  schema: SchemaNames,
  isSorted: boolean,
): string[] {
  const isPage = !isSorted && /\blimit\b/i.test(text) && !/\bwhere\b/i.test(text);
  return reads
    .filter(({ table, index }) => {
      if (!schema.tables.has(table) || SMALL_TABLES[table] !== undefined) return false;
      if (index !== undefined && OPEN_WORK_INDEXES[index] !== undefined) return false;
      return !isPage;
    })
    .map(({ table }) => table);
}

/** Table names of a statement by alias. */
export function readAliases(text: string): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  for (const [, table = '', alias = ''] of text.matchAll(
    /(?:from|join|into|update)\s+"?(\w+)"?\s+(?:as\s+)?"?(\w+)"?/gi,
  ))
    if (!/^(?:where|on|inner|left|join|set|order|group|limit|union|values|select|cross)$/i.test(alias))
      aliases.set(alias, table);
  return aliases;
}
