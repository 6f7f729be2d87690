import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DependencyFinding, WELL } from '@glasspool/pool/dependencies';
import type { Probe } from './prober.ts';

const EVERY_MS = 10_000;
const TIMEOUT_MS = 5_000;
const MIB = 1024 ** 2;
/** Room for signed.log, the next snapshots and, with SQLite, the database. */
const FREE_MIN_BYTES = 256 * MIB;
const PROBE_FILE = '.probe';
const PROBE_BYTES = new Uint8Array(4_096);

/** Writes a small file to the data folder now and then: nothing is sent to a chain before `signed.log` in it is on disk. */
export function createDiskProbe(dataDir: string): Probe {
  return {
    names: ['disk'],
    everyMs: EVERY_MS,
    timeoutMs: TIMEOUT_MS,
    silence: `DATA_DIR: ${dataDir} does not take a file in time. Check the disk below it.`,
    run: async () => new Map([['disk', await look(dataDir)]]),
  };
}

async function look(dataDir: string): Promise<DependencyFinding> {
  try {
    const file = join(dataDir, PROBE_FILE);
    await writeFile(file, PROBE_BYTES, { flush: true }).finally(() => rm(file, { force: true }));
    const { bavail, bsize } = await statfs(dataDir);
    const freeBytes = bavail * bsize;
    if (freeBytes >= FREE_MIN_BYTES) return WELL;
    const freeMib = Math.floor(freeBytes / MIB);
    return {
      state: 'degraded',
      reason: 'low-space',
      sentence: `DATA_DIR: ${dataDir} has ${freeMib} MiB left. Free some space before it is full: nothing is paid out then.`,
    };
  } catch (error) {
    return describeDiskError(error, dataDir);
  }
}

function describeDiskError(error: unknown, dataDir: string): DependencyFinding {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isFull = ['ENOSPC', 'EDQUOT'].includes(code);
  const advice = isFull
    ? 'its disk is full. Free some space; payouts go on by themselves.'
    : `${error instanceof Error ? error.message : String(error)}. Check the disk, and who owns the folder.`;
  return {
    state: 'degraded',
    reason: isFull ? 'full' : 'read-only',
    sentence: `DATA_DIR: ${dataDir} takes no files: ${advice}`,
  };
}
