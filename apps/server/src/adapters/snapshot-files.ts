import { createReadStream, existsSync, mkdirSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, isId, PoolError } from '@glasspool/core';
import type { SnapshotStore, StoredFile } from '@glasspool/solvency';
import { machineClock } from './clock.ts';

/** Files that name users. */
const PRIVATE: ReadonlySet<StoredFile> = new Set(['receipts.bin']);
const PRIVATE_MODE = 0o600;
const PUBLIC_MODE = 0o644;
/** End of the name of a file that is still being written. */
export const PART_SUFFIX = '.part';

/** A draft of that age has no writer any more. */
const OLD_DRAFT_MS = DAY_MS;

/**
 * `snapshots/<number>/<file>` in the data folder, and `snapshots/<draft>/<file>` while one is being taken. A file is whole or not there: it
 * gets its name when it is on disk.
 */
export function createSnapshotFiles(dataDir: string): SnapshotStore {
  const root = join(dataDir, 'snapshots');
  const getPath = (place: number | string, name: string): string => join(root, String(place), name);
  return {
    write: async (place, name, chunks) => {
      const path = getPath(place, name);
      mkdirSync(join(path, '..'), { recursive: true });
      const part = path + PART_SUFFIX;
      {
        await using file = await open(part, 'w', PRIVATE.has(name) ? PRIVATE_MODE : PUBLIC_MODE);
        // All of a chunk: `write` may end with a part of it, when a disk fills.
        for await (const chunk of chunks) await file.appendFile(chunk);
        await file.sync();
      }
      await rename(part, path);
    },
    publish: async (draft, snapshotNumber) => {
      const folder = join(root, String(snapshotNumber));
      await rm(folder, { recursive: true, force: true });
      await rename(join(root, draft), folder);
      await sync(folder);
      await sync(root);
    },
    discard: async (draft) => {
      await rm(join(root, draft), { recursive: true, force: true });
      await removeOldDrafts(root);
    },
    read: (snapshotNumber, name, range) => {
      const path = getPath(snapshotNumber, name);
      if (!existsSync(path)) throw new PoolError('NOT_FOUND');
      // The end of a stream is its last byte, not the one after it.
      return createReadStream(path, range === undefined ? {} : { start: range.start, end: range.end - 1 });
    },
  };
}

/** Brings the names in a folder to the disk. */
async function sync(folder: string): Promise<void> {
  // Windows opens no folders, and keeps names with their files.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

async function removeOldDrafts(root: string): Promise<void> {
  if (!existsSync(root)) return;
  for (const name of await readdir(root)) {
    if (!isId('snapshotDraft', name)) continue;
    const folder = join(root, name);
    const { mtimeMs } = await stat(folder);
    if (mtimeMs < machineClock.now() - OLD_DRAFT_MS) await rm(folder, { recursive: true, force: true });
  }
}
