import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely';

const AMOUNT_COLUMN = /(?:Micro|Units)$/;

/** Integers arrive as bigint. Amounts stay so; times, counts and indexes become numbers. */
export class IntegerPlugin implements KyselyPlugin {
  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return { ...result, rows: result.rows.map(convertRow) };
  }
}

function convertRow(row: UnknownRow): UnknownRow {
  const converted: UnknownRow = {};
  for (const [column, value] of Object.entries(row)) {
    converted[column] =
      typeof value === 'bigint' && !AMOUNT_COLUMN.test(column) ? toNumber(column, value) : value;
  }
  return converted;
}

function toNumber(column: string, value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`Column ${column} holds ${value}, too large for a number.`);
  return number;
}

/** Calls a function before every statement; a test makes it throw to stop the work between two statements. */
export class StatementHookPlugin implements KyselyPlugin {
  readonly #beforeStatement: (node: RootOperationNode) => void;

  constructor(beforeStatement: (node: RootOperationNode) => void) {
    this.#beforeStatement = beforeStatement;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    this.#beforeStatement(node);
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}
