// `npm run restore -- FOLDER` re-creates a pool from a backup: into a data folder, and a database, that have none. Put the newest copy of
// signed.log into FOLDER first. Payouts stay off until an admin has compared the books with both chains.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MINUTE_MS } from '@glasspool/core';
import { BackupError, Database, migrateToLatest, restoreDatabase } from '@glasspool/db';
import { POOL_HANDLERS } from '@glasspool/pool/outgoing-handlers';
import { prepareRestored, restoreSigned, type Unmatched } from '@glasspool/pool/recovery';
import { machineClock, OffsetClock } from '../adapters/clock.ts';
import { createSignedLog } from '../adapters/signed-log.ts';
import { checkBackup, copyBackup, openEmptyFolders, readDatabaseLines } from '../backup/backup-folder.ts';
import { Standstill, StandstillError } from '../backup/standstill.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { describeDatabasePlace } from '../config/database-place.ts';
import { loadClockOffset } from '../dev/clock-offset.ts';
import { assertLogsWhole } from '../lost-database.ts';
import { getDatabaseUrlReader } from '../open-database.ts';
import { toAddresses } from '../signer/addresses.ts';
import { openSigner } from '../signer/open-signer.ts';
import { describeCommandError } from '../start-error.ts';

/** Reasons for which a payment of signed.log has no place in the books of the backup. */
const REASONS: Readonly<Record<Unmatched['reason'], string>> = {
  'unknown-user': 'paid for a user or an admin whom the backup does not know',
  'own-funds': 'an operator withdrawal of more than the operator’s own funds in the backup',
  'not-described': 'its line does not say what it pays',
};

/** Longer than the largest line takes on a slow connection. */
/** A backup is of the pool. On other networks the chain keeps itself. */
const LOCAL_CHAINS =
  'The local chains are not in a backup: copy the folder `chains` of the old data folder into this one before the start, or the pool is short of all that it holds.\n';
const STANDSTILL_MS = 2 * MINUTE_MS;

async function restore(config: Config, folder: string, watch: Standstill): Promise<string> {
  const contents = await checkBackup(folder);
  const { takenAt, network } = contents;
  if (network !== config.network)
    throw new ConfigError(`The backup is of NETWORK=${network}, and this is NETWORK=${config.network}.`);
  const folders = { dataDir: config.dataDir, signerDir: config.signer.dir };
  openEmptyFolders(folders, { hasKeys: existsSync(join(folder, 'keystore.json')) });
  await using database = new Database(getDatabaseUrlReader(config));
  watch.goOn();
  await migrateToLatest(database, () => watch.goOn());
  await assertEmpty(database, config);
  // Before the keys: a pool does not start on a part of a database, and a second try finds the folder empty.
  await restoreDatabase(database, async function* readLines() {
    for await (const line of readDatabaseLines(folder)) {
      watch.goOn();
      yield line;
    }
  });
  watch.pause();
  // As long as there are no keys beside the database, no pool starts on it.
  await assertLogsWhole(database, { dataDir: folder, signer: { ...config.signer, dir: folder } });
  await copyBackup(folder, contents, folders);
  await using signer = await openSigner(config);
  await prepareRestored({ db: database, machineClock, chains: toAddresses(signer) }, { takenAt });
  const lines = await createSignedLog(config.dataDir).readEntries();
  // A local pool's time may be ahead of the machine's.
  const clock = new OffsetClock(config.network === 'local' ? await loadClockOffset(database) : 0);
  const deps = { db: database, clock, outgoingHandlers: POOL_HANDLERS };
  const { restored, unmatched } = await restoreSigned(deps, lines);
  const lost = unmatched.map(({ txHash, reason }) => `  ${txHash}: ${REASONS[reason]}\n`).join('');
  return `Restored the backup of ${new Date(takenAt).toISOString()}. signed.log had ${restored} transactions that it did not know.\n${lost}${config.network === 'local' ? LOCAL_CHAINS : ''}Payouts are off. Start the pool, wait until it has read both chains, compare its books (Reconciliation), then turn payouts on (Dashboard, Admin Wallet Balances).\n`;
}

/** @throws BackupError for a database that holds a pool, or what an earlier try left of one */
async function assertEmpty(database: Database, { dataDir }: Config): Promise<void> {
  const user = await database.read.selectFrom('user').select('id').limit(1).executeTakeFirst();
  if (user === undefined) return;
  throw new BackupError(
    `${describeDatabasePlace(dataDir)} holds a pool. Nothing was restored. Name an empty database (DATABASE_URL). If an earlier restore failed and left it, drop that database, create it again, and run the command again.`,
  );
}

try {
  const [, , name] = process.argv;
  if (name === undefined) throw new ConfigError('Usage: npm run restore -- FOLDER');
  const config = loadConfig();
  using watch = new Standstill(
    STANDSTILL_MS,
    `The restore has not gone on for ${STANDSTILL_MS / MINUTE_MS} minutes and was ended: ${describeDatabasePlace(config.dataDir)} does not answer any more. Nothing was restored. Look at the database and at the connection to it, then run the command again.`,
  );
  process.stdout.write(await Promise.race([restore(config, resolve(name), watch), watch.reached]));
} catch (error) {
  process.stderr.write(`${describeCommandError(error)}\n`);
  // A connection that no longer answers would keep the process.
  if (error instanceof StandstillError) process.exit(1);
  process.exitCode = 1;
}
