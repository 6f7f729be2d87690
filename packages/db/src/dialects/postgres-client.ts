import pg from 'pg';
import type { ReadDatabaseUrl } from '../database-url.ts';

/** Statements that a connection keeps prepared, at most: lists of any length make endless texts. */
const PREPARED_MAX = 500;

/** pg's `query` in the forms that are used: with a callback, or with the result as a promise. */
type Query = (statement: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * Connections that read where they go, and with which password, when they are made, and have forgotten it once they are logged in: what
 * a process does not hold, no dump of its memory shows. A connection parses and plans a statement once.
 */
export function postgresClient(readUrl: ReadDatabaseUrl): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: readUrl() });
      this.once('connect', () => forgetPassword(this));
      // Its overloads cannot be passed on by name.
      Object.assign(this, { query: withNames(this.query.bind(this) as Query) });
    }
  };
}

/** Gives a statement with parameters a name: PostgreSQL keeps it prepared. Parsing and planning cost more than most of ours do. */
function withNames(query: Query): Query {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    if (!names.has(text) && names.size < PREPARED_MAX) names.set(text, `glasspool_${names.size}`);
    return names.get(text);
  };
  return (statement, values, callback) => {
    if (typeof statement !== 'string' || !Array.isArray(values) || values.length === 0)
      return query(statement, values, callback);
    return query({ name: nameOf(statement), text: statement, values }, undefined, callback);
  };
}

/** pg keeps the password in two places, one of which its types do not name. */
function forgetPassword(client: pg.Client): void {
  const parameters: object = Reflect.get<object, string>(client, 'connectionParameters');
  for (const holder of [client, parameters]) Object.assign(holder, { password: null });
}
