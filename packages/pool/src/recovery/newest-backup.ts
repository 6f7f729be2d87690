import { HOUR_MS } from '@glasspool/core';
import { readSetting, writeSetting } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';

const SETTING = 'backup.newest';

/** Notes when a backup was taken that was written and read again, in ms of the machine's clock. */
export async function recordBackup({ db }: Pick<PoolDeps, 'db'>, takenAt: number): Promise<void> {
  await writeSetting(db, SETTING, String(takenAt));
}

/** When the newest backup was taken; undefined where none was, or one under a clock that was ahead: its age would be below zero for as long. */
export async function findNewestBackup({
  db,
  machineClock,
}: Pick<PoolDeps, 'db' | 'machineClock'>): Promise<number | undefined> {
  const takenAt = Number(await readSetting(db.read, SETTING));
  return takenAt <= machineClock.now() + HOUR_MS ? takenAt : undefined;
}

/** Age of the newest backup in ms, or of the oldest account where there is none; undefined before both. */
export async function getBackupAgeMs({
  db,
  machineClock,
}: Pick<PoolDeps, 'db' | 'machineClock'>): Promise<number | undefined> {
  const newest = await findNewestBackup({ db, machineClock });
  if (newest !== undefined) return machineClock.now() - newest;
  const oldest = await db.read
    .selectFrom('user')
    .select('createdAt')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return oldest === undefined ? undefined : machineClock.now() - oldest.createdAt;
}
