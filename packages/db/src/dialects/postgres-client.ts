import { PoolError } from '@glasspool/core';
import pg from 'pg';
import { toDatabaseAway } from '../database-away.ts';
import type { ReadDatabaseUrl } from '../database-url.ts';

/** Statements that a connection keeps prepared, at most: lists of any length make endless texts. */
const PREPARED_MAX = 500;

/** pg's `query` in the forms that are used: with a callback, or with the result as a promise. */
type Query = (statement: unknown, values?: unknown, callback?: unknown) => unknown;

/** A server that takes longer than this to accept a connection and a login is away. */
const CONNECT_TIMEOUT_MS = 10_000;
/** A silent line is found out by the operating system, which is told to look after this time. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** Of the time that a connection waits for an answer, what a statement may wait for a lock. */
const LOCK_SHARE = 0.5;
/** The server looks this often whether the client of a running statement is still there (PostgreSQL 14). */
const CLIENT_CHECK_MS = 2_000;

/**
 * The server's warning that a commit is on its own disk and perhaps on no standby, because someone cancelled the wait for it
 * (src/backend/replication/syncrep.c). It then says that the commit was done, which a failover may undo.
 */
const UNCONFIRMED_COMMIT = /canceling (the )?wait for synchronous replication/;

export interface ConnectionLimits {
  /** A connection whose answer takes longer is ended, in ms. No limit when left out. */
  readonly answerTimeoutMs?: number;
}

/**
 * Connections that read where they go, and with which password, when they are made, and have forgotten it once they are logged in: what
 * a process does not hold, no dump of its memory shows. A connection parses and plans a statement once. Whatever becomes of the server, a
 * statement under way ends: with its answer, or with PoolError DATABASE_AWAY.
 */
export function postgresClient(
  readUrl: ReadDatabaseUrl,
  { answerTimeoutMs }: ConnectionLimits = {},
): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({
        ...config,
        connectionString: readUrl(),
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
        // The locks of a process that was cut off are free again after this time. A statement that we gave up on ends on the server too,
        // once it has seen that no one waits: statement_timeout would also end reads that are taken piece by piece.
        ...(answerTimeoutMs && {
          idle_in_transaction_session_timeout: answerTimeoutMs,
          lock_timeout: answerTimeoutMs * LOCK_SHARE,
          options: `-c client_connection_check_interval=${CLIENT_CHECK_MS}`,
        }),
      });
      this.once('connect', () => forgetPassword(this));
      // A broken connection reports twice: by the statement under way, and here, where an error without a listener ends the process. The
      // pool listens for idle connections alone.
      this.on('error', () => undefined);
      const end = (): void => void getStream(this).destroy(new Error('The database did not answer in time.'));
      // Its overloads cannot be passed on by name.
      const query = withConfirmation(this, withNames(this.query.bind(this) as Query));
      Object.assign(this, { query: withTimeLimit(query, { answerTimeoutMs, end }) });
    }
  };
}

/** Ends the connection of a statement that is not answered in time, and names errors of a server that is away. */
function withTimeLimit(
  query: Query,
  { answerTimeoutMs, end }: { answerTimeoutMs: number | undefined; end: () => void },
): Query {
  return (statement, values, callback) => {
    const answer = query(statement, values, callback);
    // With a callback, or as a cursor: the pool's own statements, and long reads, which are read piece by piece.
    if (!(answer instanceof Promise)) return answer;
    const timer = answerTimeoutMs === undefined ? undefined : setTimeout(end, answerTimeoutMs);
    return answer
      .catch((error: unknown) => {
        throw toDatabaseAway(error);
      })
      .finally(() => clearTimeout(timer));
  };
}

/** Fails a commit that no standby has confirmed: whether it stays is not known, and the connection is not used again. */
function withConfirmation(client: pg.Client, query: Query): Query {
  let isUnconfirmed = false;
  client.on('notice', ({ message }) => {
    if (message !== undefined && UNCONFIRMED_COMMIT.test(message)) isUnconfirmed = true;
  });
  return (statement, values, callback) => {
    const answer = query(statement, values, callback);
    if (!(answer instanceof Promise)) return answer;
    return answer.then((result: unknown) => {
      if (!isUnconfirmed) return result;
      getStream(client).destroy(new Error('A commit was not confirmed by a standby.'));
      throw new PoolError('DATABASE_AWAY', {}, { cause: new Error('No standby has confirmed the commit.') });
    });
  };
}

/** The socket below a connection, which pg's types do not name. */
function getStream(client: pg.Client): { destroy(error: Error): void } {
  const connection: { stream: { destroy(error: Error): void } } = Reflect.get<object, string>(
    client,
    'connection',
  );
  return connection.stream;
}

/** Gives a statement with parameters a name: PostgreSQL keeps it prepared. Parsing and planning cost more than most of ours do. */
function withNames(query: Query): Query {
  const names = new Map<string, string>();
  const getName = (text: string): string | undefined => {
    if (!names.has(text) && names.size < PREPARED_MAX) names.set(text, `glasspool_${names.size}`);
    return names.get(text);
  };
  return (statement, values, callback) => {
    if (typeof statement !== 'string' || !Array.isArray(values) || values.length === 0)
      return query(statement, values, callback);
    return query({ name: getName(statement), text: statement, values }, undefined, callback);
  };
}

/** pg keeps the password in two places, one of which its types do not name. */
function forgetPassword(client: pg.Client): void {
  const parameters: object = Reflect.get<object, string>(client, 'connectionParameters');
  for (const holder of [client, parameters]) Object.assign(holder, { password: null });
}
