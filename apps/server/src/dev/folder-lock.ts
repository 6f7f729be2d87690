import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SECOND_MS } from '@glasspool/core';
import { holdFile } from '@glasspool/db';

/** A holder that is about to end saves its chains first. */
const WAIT_MS = 15 * SECOND_MS;

/**
 * Holds a folder of local chains for this process until disposed. Waits for a holder that is about to end.
 *
 * @throws Error when another process keeps it.
 */
export async function holdFolder(folder: string): Promise<Disposable> {
  mkdirSync(folder, { recursive: true });
  const stop = new AbortController();
  const inUse = new Error(
    `The folder ${folder} is in use by another process. Stop that one first, or set another DATA_DIR.`,
  );
  const timer = setTimeout(() => stop.abort(inUse), WAIT_MS);
  try {
    return await holdFile(join(folder, 'lock'), { signal: stop.signal });
  } finally {
    clearTimeout(timer);
  }
}
