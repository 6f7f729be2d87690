import { HOT_WALLET_INDEX } from '@glasspool/chains';
import type { Database } from '@glasspool/db';
import type { IdentityDeps } from '@glasspool/identity/deps';
import { createAccountHooks } from '@glasspool/pool/accounts';
import { createLogger } from './adapters/logger.ts';
import { createPasswordHasher } from './adapters/passwords.ts';
import { systemRandom } from './adapters/random.ts';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { openDataFolder } from './config/private-files.ts';
import { getPublicUrl } from './config/public-url.ts';
import { loadSecrets } from './config/secrets.ts';
import { type WaitOptions, waitUntil } from './dependencies/wait-until.ts';
import { openDatabase } from './open-database.ts';
import { describeSigner } from './open-pool.ts';
import { type Addresses, toAddresses } from './signer/addresses.ts';
import { joinSigner } from './signer/open-signer.ts';

/** Parts of the pool that accounts need, and no more. */
export interface Accounts extends AsyncDisposable {
  readonly deps: Pick<
    IdentityDeps,
    'db' | 'machineClock' | 'random' | 'passwords' | 'accountHooks' | 'settings' | 'twoFactorKey' | 'otpKey'
  >;
}

/**
 * Opens what accounts stand on, for commands that work beside a running pool: no chain is asked, and nothing is signed.
 *
 * @throws ConfigError, DependencyError, KeystoreError
 */
export async function openAccounts(config: Config): Promise<Accounts> {
  openDataFolder(config.dataDir);
  const secrets = loadSecrets(config.dataDir);
  const log = createLogger({ level: config.logLevel, dataDir: undefined });
  const waiting: WaitOptions = { log, startWaitMs: config.startWaitMs, signal: undefined };
  await using stack = new AsyncDisposableStack();
  const { db, base } = await openDatabase(config, { waiting, stack });
  const signer = stack.use(await waitUntil(() => joinSigner(config), describeSigner, waiting));
  const addresses = toAddresses(signer);
  await assertStarted(db, addresses);
  const deps = {
    db,
    machineClock: base,
    random: systemRandom,
    passwords: createPasswordHasher(),
    accountHooks: createAccountHooks(addresses),
    settings: { ...config.pool, publicUrl: getPublicUrl(config) },
    twoFactorKey: secrets.twoFactorKey,
    otpKey: secrets.otpKey,
  };
  const owned = stack.move();
  return { deps, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Refuses before the first start, from which on the scanner finds what reaches an address, and with the keys of another pool. */
async function assertStarted(db: Database, addresses: Addresses): Promise<void> {
  const known = await db.read
    .selectFrom('wallet')
    .select('address')
    .where('network', '=', 'BSC')
    .where('derivationIndex', '=', 0)
    .executeTakeFirst();
  if (known === undefined)
    throw new ConfigError('This pool was never started. Start it once; then it can have accounts.');
  if (known.address !== addresses.BSC.deriveAddress(HOT_WALLET_INDEX))
    throw new ConfigError('The keystore is that of another pool than the database. Nothing was changed.');
}
