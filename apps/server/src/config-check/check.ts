import { existsSync } from 'node:fs';
import { type Config, loadConfig, readKeystorePassword } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { hasSecrets, readLocalKeystorePassword } from '../config/secrets.ts';
import { loadSignerConfig } from '../config/signer-config.ts';
import {
  type Check,
  checkDatabase,
  checkFolder,
  checkKeystore,
  checkMail,
  checkNodes,
  checkPublicUrl,
  checkSecretFiles,
  checkSignerDatabase,
  checkSignerNodes,
  checkSignerSocket,
} from './checks.ts';

/**
 * Compares the settings of the server with the world, one after the other.
 *
 * @throws ConfigError when the settings themselves are not valid: nothing can be compared then
 */
export async function* checkServer(): AsyncGenerator<Check> {
  const config = loadConfig();
  // A local network makes its folder, and nothing else is needed.
  if (config.network !== 'local' || existsSync(config.dataDir))
    yield await checkFolder('DATA_DIR', config.dataDir);
  yield* checkSecretFiles();
  yield await checkDatabase(config.dataDir);
  yield* checkNodes(config);
  yield* await checkMail(config);
  if (config.signer.socketPath === undefined)
    yield checkKeystore(config.signer.dir, () => readPassword(config));
  else yield await checkSignerSocket(config.signer.socketPath);
  if (config.http.publicUrl !== undefined) yield await checkPublicUrl(config.http.publicUrl);
}

/**
 * Compares the settings of a signer that runs by itself with the world.
 *
 * @throws ConfigError when the settings themselves are not valid
 */
export async function* checkSigner(): AsyncGenerator<Check> {
  const config = loadSignerConfig();
  yield await checkFolder('SIGNER_DIR', config.dir);
  yield* checkSecretFiles();
  yield await checkSignerDatabase(config.dataDir);
  yield checkKeystore(config.dir, () => readPassword(config));
  yield* checkSignerNodes(config);
}

function readPassword({ dataDir }: Pick<Config, 'dataDir'>): string {
  return readKeystorePassword() ?? readLocalPassword(dataDir);
}

function readLocalPassword(dataDir: string): string {
  // Reading makes a missing file, and a check changes nothing.
  if (!hasSecrets(dataDir)) throw new ConfigError('KEYSTORE_PASSWORD is not set, and there is no local one.');
  return readLocalKeystorePassword(dataDir);
}
