import { HOUR_MS } from '@glasspool/core';
import {
  type Check,
  decodeManifest,
  isLocalManifest,
  READER_BEHIND_MS_MAX,
  readAll,
  type SnapshotFiles,
} from '@glasspool/proof';

/** A daily snapshot, and time to take it. */
export const AGE_HOURS_MAX = 26;

interface AgeOptions {
  readonly nowMs: number;
  readonly ageMaxHours: number;
}

/**
 * Checks the age of a snapshot. A pool that stopped publishing has right snapshots for ever, of which none says anything about
 * today; so one that is older than `ageMaxHours` fails, as does one from the future.
 */
export async function checkAge(
  files: SnapshotFiles,
  snapshotNumber: number,
  { nowMs, ageMaxHours }: AgeOptions,
): Promise<Check> {
  const name = 'The snapshot is recent';
  try {
    const manifest = decodeManifest(await readAll(files.read(snapshotNumber, 'manifest.bin')));
    const { cutOffMs } = manifest;
    const ageMs = nowMs - cutOffMs;
    const cutOff = `books as of ${new Date(cutOffMs).toISOString()}`;
    if (ageMs < -READER_BEHIND_MS_MAX) {
      const detail = `${cutOff}, which is in the future`;
      // There the pool's clock can be moved by hand, so its age says nothing.
      return { name, status: isLocalManifest(manifest) ? 'not checked' : 'failed', detail };
    }
    const ageHours = Math.max(0, ageMs) / HOUR_MS;
    const detail = `${cutOff}, ${ageHours.toFixed(1)} hours old`;
    return ageHours <= ageMaxHours
      ? { name, status: 'ok', detail }
      : { name, status: 'failed', detail: `${detail}; at most ${ageMaxHours} are allowed (--max-age)` };
  } catch (error) {
    return { name, status: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}
