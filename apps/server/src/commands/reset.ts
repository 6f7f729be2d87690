// `npm run reset` forgets a local network: chains, keys and database. It refuses to touch anything else.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig, readDatabaseUrl } from '../config/config.ts';
import { KEYSTORE_USED } from '../config/keystore-file.ts';
import { RUNNING_SOCKET } from '../signer/open-signer.ts';
import { describeCommandError } from '../start-error.ts';

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
];

try {
  const config = loadConfig();
  if (config.network !== 'local' || !readDatabaseUrl(config.dataDir).startsWith('sqlite:')) {
    throw new Error('npm run reset works for local networks on SQLite only.');
  }
  for (const file of FILES) rmSync(join(config.dataDir, file), { recursive: true, force: true });
  process.stdout.write(`Forgotten: the local network in ${config.dataDir}. npm start makes a new one.\n`);
} catch (error) {
  process.stderr.write(`${describeCommandError(error)}\n`);
  process.exitCode = 1;
}
