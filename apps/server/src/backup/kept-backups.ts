import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@glasspool/core';
import { BackupError } from '@glasspool/db';
import { type BackupKind, checkBackup, findKind } from './backup-folder.ts';

/** The form of the names: a time in UTC that a file system takes. */
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;
/** So many stay whatever their age: the machine's clock may be wrong. */
const KEPT_MIN = 3;
/** End of the name of a backup that is being written. One that was not read again never loses it. */
const DRAFT = '.part';

/** Folder of a backup that was taken at a time, in ms since the epoch. */
export function nameFolder(root: string, takenAt: number): string {
  const time = new Date(takenAt).toISOString();
  return join(root, `${time.slice(0, time.indexOf('.')).replaceAll(':', '-')}Z`);
}

/**
 * Makes a backup under another name, which becomes that of the folder once the backup was written and read again. One that fails leaves nothing.
 *
 * @throws BackupError when the folder is there already
 */
export async function makeBackup(folder: string, write: (draft: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) throw new BackupError(`${folder} is there already. Name a folder that is not.`);
  const draft = `${folder}${DRAFT}`;
  if (existsSync(draft))
    throw new BackupError(`${draft} is there: another backup is being made, or was cut off. Remove it then.`);
  try {
    await write(draft);
    await checkBackup(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Removes the backups of one kind in a folder that were taken before a time, but for the newest ones, and drafts that were cut off a day ago. Called
 * when a newer one was written and read again. Folders of another name, and those that hold no whole backup, are not touched.
 */
export async function removeOld(
  root: string,
  { kind, until, now }: { kind: BackupKind; until: number; now: number },
): Promise<void> {
  const names = (await readdir(root)).sort();
  const own: string[] = [];
  for (const name of names)
    if (NAME.test(name) && (await findKind(join(root, name))) === kind) own.push(name);
  const old = own.slice(0, -KEPT_MIN).filter((name) => readTime(name) < until);
  const cutOff = names.filter((name) => name.endsWith(DRAFT) && readTime(name) < now - DAY_MS);
  for (const name of [...old, ...cutOff]) await rm(join(root, name), { recursive: true });
}

/** Time of a backup, from its name; not a number for another name. */
function readTime(name: string): number {
  return Date.parse(name.replace(DRAFT, '').replace(NAME, '$1T$2:$3:$4Z'));
}
