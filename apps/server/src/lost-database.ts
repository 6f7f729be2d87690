import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '@glasspool/db';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { describeDatabasePlace } from './config/database-place.ts';

/**
 * Checks that keys which signed before are not put beside an empty database: it would give out the addresses of the old pool's users
 * again, and owe those users nothing. What a signer of its own wrote may not be readable from here, and is not looked at then.
 *
 * @throws ConfigError
 */
export async function assertDatabaseOfKeys(
  db: Database,
  { dataDir, signer }: Pick<Config, 'dataDir' | 'signer'>,
): Promise<void> {
  const written = [join(dataDir, 'signed.log'), join(signer.dir, 'payments.log')].filter(hasLines);
  if (written.length === 0) return;
  const user = await db.read.selectFrom('user').select('id').limit(1).executeTakeFirst();
  if (user !== undefined) return;
  // A pool signs its anchors before it has a user.
  const own = await db.read.selectFrom('outgoingTransaction').select('txHash').limit(1).executeTakeFirst();
  if (own !== undefined) return;
  throw new ConfigError(
    `${written.join(' and ')} ${written.length === 1 ? 'says' : 'say'} that this pool has signed transactions, and ${describeDatabasePlace(dataDir)} is empty: it is not the database of this pool. Nothing was started. Name the right database (DATABASE_URL), or restore a backup (docs/operations.md, Restore). For a new pool, name an empty DATA_DIR.`,
  );
}

function hasLines(path: string): boolean {
  try {
    return statSync(path).size > 0;
  } catch {
    // It is not there, or belongs to a signer that runs as another user.
    return false;
  }
}
