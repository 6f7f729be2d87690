// `npm run restore -- FOLDER` re-creates a pool from a backup: into a data folder, and a database, that have none. Put the newest copy of
// signed.log into FOLDER first. Payouts stay off until an admin has compared the books with both chains.
import { resolve } from 'node:path';
import { deriveBscAddress } from '@glasspool/chains/bsc';
import { deriveTronAddress } from '@glasspool/chains/tron';
import { Database, migrateToLatest, restoreDatabase } from '@glasspool/db';
import { adoptSigned, prepareRestored, type Unmatched } from '@glasspool/pool';
import { machineClock, OffsetClock } from '../adapters/clock.ts';
import { createSignedLog } from '../adapters/signed-log.ts';
import { checkBackup, copyBackup, readDatabaseLines } from '../backup/backup-folder.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { loadClockOffset } from '../dev/clock-offset.ts';
import { getDatabaseUrlReader } from '../open-pool.ts';
import { openSigner } from '../signer/open-signer.ts';
import { describeCommandError } from '../start-error.ts';

/** Reasons for which a payment of signed.log has no place in the books of the backup. */
const REASONS: Readonly<Record<Unmatched['reason'], string>> = {
  'unknown-user': 'paid for a user or an admin whom the backup does not know',
  'own-funds': 'an operator withdrawal of more than the operator’s own funds in the backup',
  'not-described': 'its line does not say what it pays',
};

async function restore(config: Config, folder: string): Promise<string> {
  const { takenAt, network } = await checkBackup(folder);
  if (network !== config.network)
    throw new ConfigError(`The backup is of NETWORK=${network}, and this is NETWORK=${config.network}.`);
  await copyBackup(folder, { dataDir: config.dataDir, signerDir: config.signer.dir });
  await using database = new Database(getDatabaseUrlReader(config));
  await migrateToLatest(database);
  await restoreDatabase(database, readDatabaseLines(folder));
  await using signer = await openSigner(config);
  const chains = {
    BSC: { deriveAddress: (index: number) => deriveBscAddress(signer.keys.BSC, index) },
    TRON: { deriveAddress: (index: number) => deriveTronAddress(signer.keys.TRON, index) },
  };
  await prepareRestored({ db: database, machineClock, chains }, { takenAt });
  const lines = await createSignedLog(config.dataDir).readEntries();
  // A local pool's time may be ahead of the machine's.
  const clock = new OffsetClock(config.network === 'local' ? await loadClockOffset(database) : 0);
  const { adopted, unmatched } = await adoptSigned({ db: database, clock }, lines);
  const lost = unmatched.map(({ txHash, reason }) => `  ${txHash}: ${REASONS[reason]}\n`).join('');
  return `Restored the backup of ${new Date(takenAt).toISOString()}. signed.log had ${adopted} transactions that it did not know.\n${lost}Payouts are off. Start the pool, wait until it has read both chains, compare its books (Reconciliation), then resume payouts (Reserve).\n`;
}

try {
  const [, , name] = process.argv;
  if (name === undefined) throw new Error('Usage: npm run restore -- FOLDER');
  const config = loadConfig();
  process.stdout.write(await restore(config, resolve(name)));
} catch (error) {
  process.stderr.write(`${describeCommandError(error)}\n`);
  process.exitCode = 1;
}
