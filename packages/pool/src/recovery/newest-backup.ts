import { readSetting, writeSetting } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';

const SETTING = 'backup.newest';

/** Notes when a backup was taken that was written and read again, in ms of the machine's clock. */
export async function recordBackup({ db }: Pick<PoolDeps, 'db'>, takenAt: number): Promise<void> {
  await writeSetting(db, SETTING, String(takenAt));
}

/** When the newest backup was taken; undefined where none was. */
export async function findNewestBackup({ db }: Pick<PoolDeps, 'db'>): Promise<number | undefined> {
  const value = await readSetting(db.read, SETTING);
  return value === undefined ? undefined : Number(value);
}

/** Age of the newest backup in ms, or of the oldest account where there is none; undefined before both. */
export async function getBackupAgeMs({
  db,
  machineClock,
}: Pick<PoolDeps, 'db' | 'machineClock'>): Promise<number | undefined> {
  const newest = await findNewestBackup({ db });
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
