import { createReadStream, existsSync, mkdirSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { PoolError } from '@glasspool/core';
import type { SnapshotStore, StoredFile } from '@glasspool/pool';

/** Files that name users. */
const PRIVATE: ReadonlySet<StoredFile> = new Set(['receipts.bin']);
const PRIVATE_MODE = 0o600;
const PUBLIC_MODE = 0o644;
/** End of the name of a file that is still being written. */
export const PART_SUFFIX = '.part';

/** `snapshots/<number>/<file>` in the data folder. A file is whole or not there: it gets its name when it is on disk. */
export function createSnapshotFiles(dataDir: string): SnapshotStore {
  const getPath = (snapshotNumber: number, name: string): string =>
    join(dataDir, 'snapshots', String(snapshotNumber), name);
  return {
    write: async (snapshotNumber, name, chunks) => {
      const path = getPath(snapshotNumber, name);
      mkdirSync(join(path, '..'), { recursive: true });
      const part = path + PART_SUFFIX;
      {
        await using file = await open(part, 'w', PRIVATE.has(name) ? PRIVATE_MODE : PUBLIC_MODE);
        for await (const chunk of chunks) await file.write(chunk);
        await file.sync();
      }
      await rename(part, path);
    },
    read: (snapshotNumber, name, range) => {
      const path = getPath(snapshotNumber, name);
      if (!existsSync(path)) throw new PoolError('NOT_FOUND');
      // The end of a stream is its last byte, not the one after it.
      return createReadStream(path, range === undefined ? {} : { start: range.start, end: range.end - 1 });
    },
  };
}
