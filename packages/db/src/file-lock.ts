import { setTimeout } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';

const TRY_EVERY_MS = 250;

export interface FileLockOptions {
  /** Called once when another process holds the lock. */
  readonly onWait?: () => void;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/**
 * Waits until this process alone holds a file, and holds it until disposed. The lock is the operating system's (an exclusive transaction of
 * SQLite, whose files lock by fcntl(2)): it is free the moment that its holder has ended, however that happened, and never while it lives, also
 * when it is stopped. On a network file system it is worth what that system's locks are worth.
 *
 * @throws the reason of the signal
 */
export async function holdFile(
  path: string,
  { onWait = () => undefined, signal }: FileLockOptions = {},
): Promise<Disposable> {
  const file = new BetterSqlite3(path, { timeout: 0 });
  try {
    for (let isFirst = true; !tryLock(file); isFirst = false) {
      if (isFirst) onWait();
      await setTimeout(TRY_EVERY_MS, undefined, signal && { signal });
    }
  } catch (error) {
    file.close();
    throw signal?.aborted ? signal.reason : error;
  }
  return { [Symbol.dispose]: () => void file.close() };
}

function tryLock(file: BetterSqlite3.Database): boolean {
  try {
    // Nothing is ever written: no file beside it.
    file.pragma('journal_mode = memory');
    file.exec('begin exclusive');
    return true;
  } catch (error) {
    if (error instanceof BetterSqlite3.SqliteError && error.code === 'SQLITE_BUSY') return false;
    throw error;
  }
}
