import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { ALLOWED_BSC_CHAINS } from '../networks.ts';
import { findAnvil } from './find-anvil.ts';

const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 5_000;
/** anvil's first account of its public default mnemonic. Coins of this chain are worth nothing. */
export const ANVIL_FAUCET_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

export interface Anvil extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Calls one JSON-RPC method of the node. */
  call(method: string, parameters?: readonly unknown[]): Promise<unknown>;
  /** Writes the whole chain to its file, so that a kill at any moment leaves a complete one. */
  save(): Promise<void>;
}

/**
 * Starts anvil on a free port of the loopback interface. It mines only when told to.
 *
 * @throws Error when the program is missing or does not start.
 */
export async function startAnvil(options: {
  stateFile: string | undefined;
  timeOffsetMs: number;
  port?: number;
  /** Chain id of the local network when left out; that of the BSC testnet for tests of settings that name nodes. */
  chainId?: number;
  /** Epochs of so many blocks make `finalized` an answer; without it there are none. */
  slotsPerEpoch?: number;
  /** Program of the node; the one of this platform when left out. */
  program?: string | undefined;
}): Promise<Anvil> {
  const child = spawn(
    options.program ?? findAnvil(),
    [
      '--host',
      '127.0.0.1',
      '--port',
      String(options.port ?? 0),
      '--chain-id',
      String(options.chainId ?? ALLOWED_BSC_CHAINS.local),
      '--no-mining',
      ...(options.slotsPerEpoch === undefined ? [] : ['--slots-in-an-epoch', String(options.slotsPerEpoch)]),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  // However this process ends, but by SIGKILL, it leaves no node behind.
  const killChild = (): void => void child.kill('SIGKILL');
  process.once('exit', killChild);
  const url = await listeningUrl(child).catch((error: unknown) => {
    killChild();
    throw error;
  });
  const call = (method: string, parameters: readonly unknown[] = []): Promise<unknown> =>
    rpc(url, method, parameters);
  if (options.stateFile !== undefined && existsSync(options.stateFile)) {
    await call('anvil_loadState', [readFileSync(options.stateFile, 'utf8').trim()]);
  }
  if (options.timeOffsetMs > 0) await call('evm_increaseTime', [Math.floor(options.timeOffsetMs / 1000)]);
  return {
    url,
    // A child that listens has a process id.
    pid: child.pid ?? 0,
    call,
    save: async () => {
      if (options.stateFile !== undefined)
        await writeWhole(options.stateFile, String(await call('anvil_dumpState')));
    },
    async [Symbol.asyncDispose]() {
      await stop(child);
      process.off('exit', killChild);
    },
  };
}

async function listeningUrl(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(new Error(`anvil did not start: ${reason}\n${output}`));
    const timer = setTimeout(() => fail('no answer in time'), START_TIMEOUT_MS);
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code) => fail(`it ended with code ${code}`));
  });
}

async function rpc(url: string, method: string, parameters: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: parameters }),
  });
  const answer: unknown = await response.json();
  if (typeof answer !== 'object' || answer === null)
    throw new Error(`anvil answered ${method} with no object.`);
  if ('error' in answer) throw new Error(`anvil refused ${method}: ${JSON.stringify(answer.error)}`);
  return 'result' in answer ? answer.result : undefined;
}

async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  const handle = await open(draft, 'w');
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  await rename(draft, file);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
