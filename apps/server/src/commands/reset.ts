// `npm run reset` forgets a local network: chains, keys and database. It refuses to touch anything else.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { holdFile } from '@glasspool/db';
import { type Config, loadConfig, readDatabaseUrl } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { KEYSTORE_USED } from '../config/keystore-file.ts';
import { PORT_FILE } from '../free-port.ts';
import { RUNNING_SOCKET } from '../signer/open-signer.ts';
import { describeCommandError } from '../start-error.ts';

/** As long as a signer takes to end after its pool. */
const WAIT_MS = 3_000;
const FILES = [
  'chains',
  'glasspool.db',
  'glasspool.db-wal',
  'glasspool.db-shm',
  'keystore.json',
  KEYSTORE_USED,
  RUNNING_SOCKET,
  'secrets.json',
  'signed.log',
  'payments.log',
  'snapshots',
  'server.log',
  PORT_FILE,
];

/** @throws ConfigError for keys without local chains beside them: those of a pool on another network, in the same folder. */
function assertLocal({ dataDir }: Config): void {
  const [keys, chains] = [join(dataDir, 'keystore.json'), join(dataDir, 'chains')];
  if (existsSync(keys) && !existsSync(chains))
    throw new ConfigError(
      `${dataDir} has a keystore and no local chains, so it may be that of another network. Nothing was deleted. If it is a local one, delete the folder yourself.`,
    );
}

/** @throws ConfigError while a pool runs */
async function takeTurn({ dataDir, signer }: Config): Promise<Disposable | undefined> {
  const lock = join(signer.dir, 'signer.lock');
  if (!existsSync(lock)) return undefined;
  try {
    return await holdFile(lock, { signal: AbortSignal.timeout(WAIT_MS) });
  } catch (cause) {
    throw new ConfigError(
      `A pool runs in ${dataDir}. Nothing was deleted. Stop it, then run the command again.`,
      { cause },
    );
  }
}

try {
  const config = loadConfig();
  if (config.network !== 'local' || !readDatabaseUrl(config.dataDir).startsWith('sqlite:')) {
    throw new Error('npm run reset works for local networks on SQLite only.');
  }
  assertLocal(config);
  // Held to the end, so that no pool starts in between.
  using _turn = await takeTurn(config);
  for (const file of FILES) rmSync(join(config.dataDir, file), { recursive: true, force: true });
  process.stdout.write(`Forgotten: the local network in ${config.dataDir}. npm start makes a new one.\n`);
} catch (error) {
  process.stderr.write(`${describeCommandError(error)}\n`);
  process.exitCode = 1;
}
