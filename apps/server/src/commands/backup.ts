// `npm run backup -- FOLDER` copies the pool into a new folder, while it runs or not. docs/operations.md says what to do with it.
import { resolve } from 'node:path';
import { Database } from '@glasspool/db';
import { machineClock } from '../adapters/clock.ts';
import { writeBackup } from '../backup/backup-folder.ts';
import { loadConfig } from '../config/config.ts';
import { getDatabaseUrlReader } from '../open-database.ts';
import { describeCommandError } from '../start-error.ts';

try {
  const [, , name] = process.argv;
  if (name === undefined) throw new Error('Usage: npm run backup -- FOLDER');
  const config = loadConfig();
  const { dataDir, network, signer } = config;
  const signerDir = signer.socketPath === undefined ? signer.dir : undefined;
  await using database = new Database(getDatabaseUrlReader(config));
  const folder = resolve(name);
  await writeBackup(database, { dataDir, signerDir, folder, takenAt: machineClock.now(), network });
  const missing =
    signerDir === undefined
      ? 'The signer runs by itself: its folder (SIGNER_DIR), with keystore.json and payments.log, is not in this backup. Copy it as its user.\n'
      : '';
  process.stdout.write(
    `${missing}Backed up into ${folder}. It opens the pool: keep it as you keep the pool itself.\nKeep a copy of signed.log elsewhere as often as you can: it is what keeps a restored pool from paying twice.\n`,
  );
} catch (error) {
  process.stderr.write(`${describeCommandError(error)}\n`);
  process.exitCode = 1;
}
