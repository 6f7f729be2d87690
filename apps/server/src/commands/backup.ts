// `npm run backup -- FOLDER` copies the pool into a new folder, while it runs or not, and reads the copy again. With `--into ROOT` the folder is
// named by the time, and older ones go after `--keep DAYS` days (30 when left out), once the new one was read. `--signer` copies the files of a
// signer that runs by itself, as its user. docs/operations.md says what to do with them.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DAY_MS } from '@glasspool/core';
import { Database } from '@glasspool/db';
import { recordBackup } from '@glasspool/pool/recovery';
import { machineClock } from '../adapters/clock.ts';
import { writeBackup, writeSignerBackup } from '../backup/backup-folder.ts';
import { makeBackup, nameFolder, removeOld } from '../backup/kept-backups.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { loadKeystoreFolders } from '../config/signer-config.ts';
import { getDatabaseUrlReader } from '../open-database.ts';
import { describeCommandError } from '../start-error.ts';

const USAGE =
  'Usage: npm run backup -- FOLDER | --into ROOT [--keep DAYS], with --signer for the files of a separate signer';

interface Backup {
  readonly folder: string;
  readonly takenAt: number;
}

async function backUpPool(config: Config, { folder, takenAt }: Backup): Promise<string> {
  const { dataDir, network, signer } = config;
  const signerDir = signer.socketPath === undefined ? signer.dir : undefined;
  await using database = new Database(getDatabaseUrlReader(config));
  await makeBackup(folder, (draft) =>
    writeBackup(database, { dataDir, signerDir, folder: draft, takenAt, network }),
  );
  await recordBackup({ db: database }, takenAt);
  const missing =
    signerDir === undefined
      ? 'The signer runs by itself: its folder (SIGNER_DIR), with keystore.json and payments.log, is not in this backup. Its own one has it (--signer).\n'
      : '';
  return `${missing}Backed up into ${folder}. It opens the pool: keep it as you keep the pool itself.\nKeep a copy of signed.log elsewhere as often as you can: it is what keeps a restored pool from paying twice.\n`;
}

async function backUpSigner({ folder, takenAt }: Backup): Promise<string> {
  const { dir, network } = loadKeystoreFolders();
  await makeBackup(folder, (draft) => writeSignerBackup({ signerDir: dir, folder: draft, takenAt, network }));
  return `Backed up the signer into ${folder}. With the password of the keystore it moves all that the pool holds.\n`;
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      into: { type: 'string' },
      keep: { type: 'string', default: '30' },
      signer: { type: 'boolean' },
    },
  });
  const [folder] = positionals;
  const keepDays = Number(values.keep);
  // An empty one is a variable that was not set, and means the folder that one happens to be in.
  const isEmpty = folder === '' || values.into === '';
  const isOne = (folder === undefined) !== (values.into === undefined) && positionals.length < 2 && !isEmpty;
  if (!isOne || !Number.isInteger(keepDays) || keepDays < 1) throw new ConfigError(USAGE);
  return { ...values, folder, keepDays };
}

try {
  const { folder, into, keepDays, signer } = readArguments();
  const takenAt = machineClock.now();
  const backup = { folder: resolve(folder ?? nameFolder(into ?? '', takenAt)), takenAt };
  process.stdout.write(await (signer === true ? backUpSigner(backup) : backUpPool(loadConfig(), backup)));
  // Only now: a backup that failed leaves all that there were.
  if (into !== undefined) {
    const kind = signer === true ? 'signer' : 'pool';
    await removeOld(resolve(into), { kind, until: takenAt - keepDays * DAY_MS, now: takenAt });
  }
} catch (error) {
  process.stderr.write(`${describeCommandError(error)}\n`);
  process.exitCode = 1;
}
