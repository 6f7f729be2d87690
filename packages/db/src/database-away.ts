import { PoolError } from '@glasspool/core';

/**
 * Codes of the operating system for a server that cannot be reached, or that was lost.
 */
const LINE_ERRORS =
  /^(ECONN(REFUSED|RESET|ABORTED)|ENOENT|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/;

/**
 * PostgreSQL's classes 08 (connection), 53 (disk, memory or connections are used up), 57P0x (it stops, or starts), 58 (its files), and
 * 25006 (it only reads, as a standby does), 57014 and 55P03 (a statement, or its wait for a lock, took too long) (PostgreSQL, appendix A); SQLite's errors of the disk below it.
 */
const SERVER_ERRORS =
  /^(08...|53...|57014|57P0[123]|55P03|58...|25006|25P03|SQLITE_(FULL|IOERR|READONLY|CANTOPEN).*)$/;

/** pg has no codes for these. */
const PG_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|The database did not answer|A commit was not confirmed)/;

/** Returns true for the error of a database that does not answer, or cannot write: it is not the statement that is wrong. */
function isAway(error: Error & { code?: unknown }): boolean {
  const code = typeof error.code === 'string' ? error.code : '';
  return LINE_ERRORS.test(code) || SERVER_ERRORS.test(code) || PG_MESSAGES.test(error.message);
}

/** Names the error of a database that is away: PoolError DATABASE_AWAY, with the driver's as its cause. Others stay as they are. */
export function toDatabaseAway(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PoolError || !isAway(error)) return error;
  return new PoolError('DATABASE_AWAY', {}, { cause: error });
}
