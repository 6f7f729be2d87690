// A thread that copies SQLite's write-ahead log into the database file. Without it the connection that commits does so, and with it the
// thread that serves requests, for as long as the disk takes.
import { openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';

const EVERY_MS = 20;
/** Pages to copy at a time, as SQLite does: the disk is busy for as long as it writes them, and commits wait for it. */
const PAGES_MIN = 1_000;
/** Pages in the log from which on it is begun again from its start, for which writers wait. */
const PAGES_MAX = 16_384;
/** Wait for readers of the log's old end; it keeps writers out. */
const RESTART_WAIT_MS = 20;
/** Places of two numbers in the log's index, in the byte order of the machine (https://sqlite.org/walformat.html, 2.1 and 2.2). */
const PAGES_AT = 16;
const COPIED_AT = 96;
const INDEX_BYTES = 100;

// The other end is checkpoints.ts, which sends exactly this.
const { file } = workerData as { file: string };
const sqlite = new BetterSqlite3(file, { timeout: RESTART_WAIT_MS });
// The first read of a connection creates the index file if it is missing.
sqlite.pragma('schema_version');
const index = openSync(`${file}-shm`, 'r');
const header = Buffer.alloc(INDEX_BYTES);

function readNumber(offset: number): number {
  return endianness() === 'LE' ? header.readUInt32LE(offset) : header.readUInt32BE(offset);
}

/** Pages in the log, and those of them that are copied. */
function readLog(): { pages: number; copied: number } {
  readSync(index, header, 0, INDEX_BYTES, 0);
  return { pages: readNumber(PAGES_AT), copied: readNumber(COPIED_AT) };
}

function copyLog(): void {
  const before = readLog();
  if (before.pages - before.copied < PAGES_MIN) return;
  sqlite.pragma('wal_checkpoint(PASSIVE)');
  const { pages, copied } = readLog();
  if (pages > PAGES_MAX && pages - copied < PAGES_MIN) sqlite.pragma('wal_checkpoint(RESTART)');
}

const timer = setInterval(copyLog, EVERY_MS);
parentPort?.once('message', () => {
  clearInterval(timer);
  sqlite.close();
});
