import { type CompiledQuery, createQueryId, type RawBuilder, type RootOperationNode, sql } from 'kysely';
import type { DialectName, Queryable } from './transaction.ts';

/** Stands in a statement for a value that each call gives. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Names a value of a prepared statement. */
export type Param<Params> = <Name extends keyof Params & string>(name: Name) => RawBuilder<Params[Name]>;

/**
 * Makes a select whose text is built and compiled once, for what every request asks: that work costs more than SQLite's own. The
 * builder is given a function that names the values; the result takes them with each call.
 */
export function prepareSelect<Params extends object, Row>(
  build: (db: Queryable, param: Param<Params>) => { compile(): CompiledQuery<Row> },
): (db: Queryable, params: Params) => Promise<Row[]> {
  const compiled: Partial<Record<DialectName, CompiledQuery<Row>>> = {};
  return async (db, params) => {
    const executor = db.getExecutor();
    const { dialectName } = db;
    const statement = compiled[dialectName] ?? build(db, (name) => sql`${new Placeholder(name)}`).compile();
    compiled[dialectName] = statement;
    const queryId = createQueryId();
    // Plugins are asked for every call, under its own id: one refuses the handle of a transaction that is over.
    executor.transformQuery(statement.query satisfies RootOperationNode, queryId);
    const values = new Map<string, unknown>(Object.entries(params));
    const parameters = statement.parameters.map((value) =>
      value instanceof Placeholder ? values.get(value.name) : value,
    );
    const { rows } = await executor.executeQuery<Row>({ ...statement, parameters, queryId });
    return rows;
  };
}
