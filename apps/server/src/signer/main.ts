// `npm run signer`: the only program that holds the seed. It signs what guard.ts lets through, for all who can open its socket. On a
// local network `npm start` starts it; elsewhere it should run as a separate user (docs/operations.md).
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deriveKeys, derivePublicKeys } from '@glasspool/chains/keys';
import { Database, holdFile } from '@glasspool/db';
import { machineClock } from '../adapters/clock.ts';
import { forgetKeystorePassword, readDatabaseUrl, readKeystorePassword } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { isKeystoreUsed, markKeystoreUsed, readMnemonic } from '../config/keystore-file.ts';
import { openDataFolder } from '../config/private-files.ts';
import { readLocalKeystorePassword } from '../config/secrets.ts';
import { loadSignerConfig, type SignerConfig } from '../config/signer-config.ts';
import { loadClockOffset } from '../dev/clock-offset.ts';
import { describeStartError } from '../start-error.ts';
import { FinalTime } from './final-time.ts';
import { RUNNING_SOCKET } from './open-signer.ts';
import { PaymentLog } from './payment-log.ts';
import { Signer } from './signer.ts';
import { listenOnSocket } from './socket-server.ts';

/** A signer that `npm start` starts waits this long for one that a stopped program left. */
const CHILD_WAIT_MS = 15_000;

/** True in the process that `npm start` starts: it then ends with its parent, and only its own user may open the socket. */
const isChild = process.send !== undefined;
const USER_ALONE = 0o600;
const USER_AND_GROUP = 0o660;

function tell(message: object): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

function waitForEnd(): Promise<void> {
  return new Promise((resolve) => {
    // A Ctrl-C in the terminal goes to the whole group; work that is under way in the parent still needs signatures.
    const stop = isChild ? () => undefined : () => resolve();
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    process.once('disconnect', resolve);
    if (isChild && !process.connected) resolve();
  });
}

function readPassword({ network, dataDir }: SignerConfig): string {
  const password = readKeystorePassword();
  if (password === undefined && network !== 'local')
    throw new ConfigError(
      'KEYSTORE_PASSWORD: needed by the signer; it may be in a file (KEYSTORE_PASSWORD_FILE).',
    );
  return password ?? readLocalKeystorePassword(dataDir);
}

/**
 * Waits until no other signer has the folder: two that count payments each by itself would let through twice the cap. A signer that runs by
 * itself stands by for as long as it takes.
 */
async function waitForTurn({ dir }: SignerConfig, ended: Promise<void>): Promise<Disposable> {
  const stop = new AbortController();
  const abort = (): void => stop.abort(new StoppedError());
  void ended.then(abort);
  const tooLong = (): void =>
    stop.abort(
      new ConfigError(
        `Another signer has the folder ${dir}, as a pool that runs has its own. Stop that one, or name its socket (SIGNER_SOCKET).`,
      ),
    );
  const timer = isChild ? setTimeout(tooLong, CHILD_WAIT_MS) : undefined;
  const onWait = (): void => {
    if (!isChild) process.stdout.write(`Another signer has ${dir}. This one stands by until it has ended.\n`);
  };
  try {
    return await holdFile(join(dir, 'signer.lock'), { onWait, signal: stop.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** It was told to stop before it had anything to do. */
class StoppedError extends Error {}

async function run(config: SignerConfig, ended: Promise<void>): Promise<void> {
  const { network, dataDir, dir, socketPath, tronNodes } = config;
  openDataFolder(dir);
  using _turn = await waitForTurn(config, ended);
  const mnemonic = readMnemonic(dir, readPassword(config));
  forgetKeystorePassword();
  const keys = deriveKeys(mnemonic);
  const publicKeys = derivePublicKeys(mnemonic);
  using payments = await PaymentLog.open(join(dir, 'payments.log'), machineClock.now());
  await using database = new Database(() => readDatabaseUrl(dataDir));
  const finalTime = new FinalTime({ network, tronNodes, keys: keys.TRON });
  const signer = new Signer({
    config,
    keys,
    payments,
    db: database.read,
    // A developer moves the clock of a local network, and the days of its caps with it.
    readNow: async () => machineClock.now() + (network === 'local' ? await loadClockOffset(database) : 0),
    readFinalTimeMs: () => finalTime.read(),
    markUsed: () => markKeystoreUsed(dir),
    useLocalNode: (tronUrl) => finalTime.useLocalNode(tronUrl),
  });
  await using _socket = await listenOnSocket({
    path: socketPath,
    mode: isChild ? USER_ALONE : USER_AND_GROUP,
    readGreeting: () => ({ publicKeys, isUsed: isKeystoreUsed(dir) }),
    answer: (request) => signer.answer(request),
  });
  const note = join(dir, RUNNING_SOCKET);
  if (isChild) writeFileSync(note, `${socketPath}\n`, { mode: USER_ALONE });
  tell({ socketPath });
  if (!isChild) process.stdout.write(`The signer listens at ${socketPath}\n`);
  await ended;
  if (!isChild) return;
  rmSync(note, { force: true });
  // Its parent made the folder of the socket, and may have been killed.
  rmSync(dirname(socketPath), { recursive: true, force: true });
}

try {
  await run(loadSignerConfig(), waitForEnd());
} catch (error) {
  if (!(error instanceof StoppedError)) {
    const message = describeStartError(error, 'The signer');
    if (isChild) tell({ failed: message });
    else process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  }
}
