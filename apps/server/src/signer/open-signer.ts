import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeystoreError } from '@glasspool/chains/keys';
import type { Config } from '../config/config.ts';
import { withSettings } from '../config/env.ts';
import { connectSigner, type RemoteKeys } from './connect-signer.ts';
import { Started } from './protocol.ts';

const END_TIMEOUT_MS = 5_000;

/**
 * Connects to the signer of the settings; where they name none, starts one that ends with this process.
 *
 * @throws ConfigError when no signer answers at the socket.
 * @throws KeystoreError when the keystore does not open.
 */
export async function openSigner({
  dataDir,
  signer,
}: Pick<Config, 'dataDir' | 'signer'>): Promise<RemoteKeys> {
  if (signer.socketPath !== undefined) return connectSigner(signer.socketPath);
  return spawnSigner({ DATA_DIR: dataDir, SIGNER_DIR: signer.dir });
}

/** File in the folder of a signer that a pool started, with the path of its socket while it runs. */
export const RUNNING_SOCKET = 'signer.socket-path';

/**
 * The same for a command that only asks for public keys: beside a running pool it asks the signer of that pool, which no second one may join.
 *
 * @throws ConfigError, KeystoreError
 */
export async function joinSigner(config: Pick<Config, 'dataDir' | 'signer'>): Promise<RemoteKeys> {
  const note = join(config.signer.dir, RUNNING_SOCKET);
  const isOwn = config.signer.socketPath === undefined && existsSync(note);
  const running = isOwn ? readFileSync(note, 'utf8').trim() : undefined;
  // Of one that was killed the note may be left; its socket is gone with it, or no one listens there.
  const joined = running === undefined ? undefined : await connectSigner(running).catch(() => undefined);
  return joined ?? openSigner(config);
}

/** Starts the signer with the environment of this process: a user who can read the one can read the other. */
async function spawnSigner(
  folders: Readonly<Record<'DATA_DIR' | 'SIGNER_DIR', string>>,
): Promise<RemoteKeys> {
  // Paths of sockets are short (unix(7)), and a data folder may be anywhere.
  const folder = mkdtempSync(join(tmpdir(), 'glasspool-signer-'));
  const child = fork(join(import.meta.dirname, 'main.ts'), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: withSettings({ ...folders, SIGNER_SOCKET: join(folder, 'socket') }),
    // Options of the parent, such as a debugger, are not passed to the process that holds the keys.
    execArgv: [],
  });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const socketPath = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new KeystoreError(`The signer ended with code ${code}.`)));
      child.once('message', (message) => {
        const started = Started.parse(message);
        if ('failed' in started) reject(new KeystoreError(started.failed));
        else resolve(started.socketPath);
      });
    });
    const remote = await connectSigner(socketPath);
    return {
      ...remote,
      async [Symbol.asyncDispose]() {
        await remote[Symbol.asyncDispose]();
        await end(child);
        remove();
      },
    };
  } catch (error) {
    await end(child);
    remove();
    throw error;
  }
}

/** Ends a child that ends with its channel, at once where that takes too long. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
