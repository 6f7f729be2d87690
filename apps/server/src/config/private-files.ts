import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error.ts';

/** Permissions of the group and of all others (POSIX). */
const OTHERS = 0o077;
const PERMISSIONS = 0o777;

/**
 * Makes the data folder, and closes it and the files in it to every other user of the machine, as they may have been made before. What
 * this process and its children write from now on is private too. Windows has no such permissions and is left as it is.
 *
 * @throws ConfigError when something in it belongs to another user.
 */
export function openDataFolder(dataDir: string): void {
  process.umask(OTHERS);
  mkdirSync(dataDir, { recursive: true });
  for (const path of [dataDir, ...readdirSync(dataDir).map((name) => join(dataDir, name))])
    closeToOthers(path);
}

function closeToOthers(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode === undefined || (mode & OTHERS) === 0) return;
  try {
    chmodSync(path, mode & PERMISSIONS & ~OTHERS);
  } catch (error) {
    throw new ConfigError(
      `${path} can be read by other users of this machine, and this user may not change that. It holds keys or data of users. Give it to the user that runs the pool (chown), or make it private (chmod go-rwx).`,
      { cause: error },
    );
  }
}
