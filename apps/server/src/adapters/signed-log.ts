import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { SignedLog } from '@glasspool/pool';

const PRIVATE_FILE_MODE = 0o600;

/** `signed.log` in the data folder: one JSON line for each signed transaction, on disk before it is broadcast (decisions.md 5). */
export function createSignedLog(dataDir: string): SignedLog {
  const path = join(dataDir, 'signed.log');
  // What is sent again while a node does not know it needs no second line.
  const appended = new Set<unknown>();
  return {
    append: async (entry) => {
      if (appended.has(entry['txHash'])) return;
      await using file = await open(path, 'a', PRIVATE_FILE_MODE);
      await file.appendFile(`${JSON.stringify(entry)}\n`);
      await file.sync();
      appended.add(entry['txHash']);
    },
  };
}
