import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const WAIT_TRIES = 150;
const WAIT_STEP_MS = 100;

/**
 * Holds a folder for this process until disposed. Waits for a holder that is about to end, and takes over from a dead one.
 *
 * @throws Error when another live process keeps it.
 */
export async function holdFolder(folder: string): Promise<Disposable> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'host.pid');
  for (let attempt = 0; attempt < WAIT_TRIES; attempt += 1) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return { [Symbol.dispose]: () => rmSync(path, { force: true }) };
    } catch {
      if (!isAlive(readHolder(path))) rmSync(path, { force: true });
      else await setTimeout(WAIT_STEP_MS);
    }
  }
  throw new Error(
    `The data folder ${folder} is in use by process ${readHolder(path)}. Stop that one first, or set another DATA_DIR.`,
  );
}

function readHolder(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    // It was given up between the two calls.
    return 0;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
