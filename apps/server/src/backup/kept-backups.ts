import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The form of the names: a time in UTC that a file system takes. */
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

/** Folder of a backup that was taken at a time, in ms since the epoch. */
export function nameFolder(root: string, takenAt: number): string {
  const time = new Date(takenAt).toISOString();
  return join(root, `${time.slice(0, time.indexOf('.')).replaceAll(':', '-')}Z`);
}

/**
 * Removes the backups of a folder that were taken before a time. Called when a newer one was written and read again: the last good one stays.
 * A folder of another name, or one that is no whole backup, is not touched.
 */
export async function removeOld(root: string, { until }: { until: number }): Promise<void> {
  for (const name of await readdir(root)) {
    const takenAt = Date.parse(name.replace(NAME, '$1T$2:$3:$4Z'));
    const isBackup = NAME.test(name) && existsSync(join(root, name, 'backup.json'));
    if (isBackup && takenAt < until) await rm(join(root, name), { recursive: true });
  }
}
