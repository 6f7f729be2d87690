// A thread that copies SQLite's write-ahead log into the database file. Without it the connection that commits does so, and with it the
// thread that serves requests, for as long as the disk takes.
import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';

const EVERY_MS = 500;
/** Pages of 4 KiB in the log from which on it is begun again from its start, for which writers wait. */
const PAGES_MAX = 16_384;
/** Pages that may be left to copy then: writers wait for these as well. */
const PAGES_LEFT_MAX = 1_000;
/** Wait for readers of the log's old end; it keeps writers out. */
const RESTART_WAIT_MS = 20;

// The other end is checkpoints.ts, which sends exactly this.
const { file } = workerData as { file: string };
const sqlite = new BetterSqlite3(file, { timeout: RESTART_WAIT_MS });
const dataVersion = sqlite.prepare('pragma data_version').pluck();
let copied: unknown;

function copyLog(): void {
  const version = dataVersion.get();
  if (version === copied) return;
  // SQLite answers with one row of these names.
  const [found] = sqlite.pragma('wal_checkpoint(PASSIVE)') as [{ log: number; checkpointed: number }];
  if (found.log > PAGES_MAX && found.log - found.checkpointed < PAGES_LEFT_MAX)
    sqlite.pragma('wal_checkpoint(RESTART)');
  if (found.checkpointed === found.log) copied = version;
}

const timer = setInterval(copyLog, EVERY_MS);
parentPort?.once('message', () => {
  clearInterval(timer);
  sqlite.close();
});
