import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '@glasspool/db';
import { assertNoLineLost } from '@glasspool/pool/outgoing';
import { createSignedLog } from './adapters/signed-log.ts';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { describeDatabasePlace } from './config/database-place.ts';
import { KEYSTORE_USED } from './config/keystore-file.ts';
import { assertPaymentsWhole } from './signer/payment-log.ts';

type Folders = Pick<Config, 'dataDir' | 'signer'>;

/**
 * Checks that keys which were used before are not put beside an empty database: it would give out the addresses of the old pool's users
 * again, and owe those users nothing.
 *
 * @param signs names of what shows that the keys were used
 * @throws ConfigError
 */
export async function assertDatabaseOfKeys(
  db: Database,
  { dataDir }: Pick<Config, 'dataDir'>,
  signs: readonly string[],
): Promise<void> {
  if (signs.length === 0) return;
  // A start stores the hot wallet before anything can be signed or given out.
  const hotWallet = await db.read
    .selectFrom('wallet')
    .select('address')
    .where('network', '=', 'BSC')
    .where('derivationIndex', '=', 0)
    .limit(1)
    .executeTakeFirst();
  if (hotWallet !== undefined) return;
  throw new ConfigError(
    `${signs.join(' and ')} ${signs.length === 1 ? 'says' : 'say'} that a pool has used these keys, and ${describeDatabasePlace(dataDir)} is empty: it is not the database of that pool. Nothing was started. Name the right database (DATABASE_URL), or restore a backup (docs/operations.md, Restore). For a new pool, name an empty DATA_DIR and, where the signer has a folder of its own, an empty SIGNER_DIR.`,
  );
}

/**
 * Checks that database, keys and logs belong together, before anything is started on them.
 *
 * @throws ConfigError, LogCutError
 */
export async function assertBelongTogether(db: Database, config: Folders): Promise<void> {
  await assertDatabaseOfKeys(db, config, listSigns(config));
  await assertLogsWhole(db, config);
}

/** Files that say that the keys of a pool were used. Those of a signer of its own may not be readable from here, and are left out then. */
function listSigns({ dataDir, signer }: Folders): string[] {
  return [
    join(dataDir, 'signed.log'),
    join(signer.dir, 'payments.log'),
    join(signer.dir, KEYSTORE_USED),
  ].filter(hasLines);
}

/**
 * Checks that the logs have every line that the database knows of. Of a signer that runs by itself the log is looked at where it can be read;
 * that signer looks as well, before it signs.
 *
 * @throws LogCutError
 */
export async function assertLogsWhole(db: Database, { dataDir, signer }: Folders): Promise<void> {
  await assertNoLineLost({ db, signedLog: createSignedLog(dataDir) });
  const payments = join(signer.dir, 'payments.log');
  if (signer.socketPath === undefined || existsSync(payments)) await assertPaymentsWhole(db.read, payments);
}

function hasLines(path: string): boolean {
  try {
    return statSync(path).size > 0;
  } catch {
    // It is not there, or belongs to a signer that runs as another user.
    return false;
  }
}
