// Columns are snake_case in the database and camelCase in the code. The compilers rename on the way in and the plugin on the way out:
// Kysely's own plugin builds each statement's tree a second time for it.
import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresQueryCompiler,
  type QueryResult,
  type RootOperationNode,
  SqliteQueryCompiler,
  type UnknownRow,
} from 'kysely';

const AMOUNT_COLUMN = /(?:Micro|Units)$/;

/** Column of an answer as the code knows it. */
interface Column {
  readonly name: string;
  readonly isAmount: boolean;
}

const snakeNames = new Map<string, string>();
const columns = new Map<string, Column>();

function toSnakeCase(name: string): string {
  const known = snakeNames.get(name);
  if (known !== undefined) return known;
  const snake = name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  snakeNames.set(name, snake);
  return snake;
}

function getColumn(key: string): Column {
  const known = columns.get(key);
  if (known !== undefined) return known;
  const name = key.replace(/(?<=.)_+(.)/g, (_match, letter: string) => letter.toUpperCase());
  const column = { name, isAmount: AMOUNT_COLUMN.test(name) };
  columns.set(key, column);
  return column;
}

/** Writes the names of the code as those of the database, for SQLite. */
export class SqliteNamesCompiler extends SqliteQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(toSnakeCase(name));
  }

  /**
   * A bare `?` that SQLite looks into when it plans a statement makes it plan that statement again for each value, which takes many times
   * what the statement does. Behind a plus, which changes neither value nor affinity, it plans once.
   */
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** Writes the names of the code as those of the database, for PostgreSQL. */
export class PostgresNamesCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(toSnakeCase(name));
  }
}

/** Gives rows the names of the code. Integers arrive as bigint: amounts stay so; times, counts and indexes become numbers. */
export class RowPlugin implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return { ...result, rows: result.rows.map(convertRow) };
  }
}

function convertRow(row: UnknownRow): UnknownRow {
  const converted: UnknownRow = {};
  for (const key in row) {
    const { name, isAmount } = getColumn(key);
    const value = row[key];
    converted[name] = typeof value === 'bigint' && !isAmount ? toNumber(name, value) : value;
  }
  return converted;
}

function toNumber(column: string, value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`Column ${column} holds ${value}, too large for a number.`);
  return number;
}
