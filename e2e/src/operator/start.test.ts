// Goal: at the start the program waits for what may come and then starts, and ends promptly, with one sentence and no child left, for what
// cannot heal. Method: the real programs, with each dependency down at the start.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../running-server.ts';
import { OperatedPool } from './operated-pool.ts';

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly children: readonly string[];
}

let pool: OperatedPool;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-start-'));
  pool = await OperatedPool.start();
  await pool.server.stop();
});
afterAll(async () => {
  await pool?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Command lines of processes that have a text in their environment, so that a test finds its own. */
function findProcesses(mark: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const environment = readFileSync(`/proc/${id}/environ`, 'utf8');
        return environment.includes(mark) ? [readFileSync(`/proc/${id}/cmdline`, 'utf8')] : [];
      } catch {
        // It ended meanwhile, or it is another user's.
        return [];
      }
    });
}

/** Runs the program until it ends by itself, or is told to stop once it has printed something. */
async function runUntilEnd(env: Record<string, string>, stopAt?: string): Promise<Ended> {
  const mark = crypto.randomUUID();
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: ROOT,
    env: { ...pool.server.environment, ...env, START_TEST_MARK: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
    if (stopAt !== undefined && output.includes(stopAt)) child.kill('SIGTERM');
  });
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
  await once(child, 'close');
  clearTimeout(limit);
  return { code: child.exitCode, output, children: findProcesses(mark) };
}

/** Settings of a program that starts its own signer, on an empty folder and database. */
function ownSigner(name: string): Record<string, string> {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true });
  return {
    DATA_DIR: dataDir,
    SIGNER_SOCKET: '',
    DATABASE_URL: '',
    KEYSTORE_PASSWORD: 'correct horse battery',
  };
}

describe('a program whose dependency is down at the start', () => {
  it.each([
    ['the database', () => setLine('refused'), () => setLine(undefined)],
    ['both nodes of BSC', () => setNodes('bsc', 'down'), () => setNodes('bsc', undefined)],
    ['both nodes of TRON', () => setNodes('tronProxies', 'down'), () => setNodes('tronProxies', undefined)],
    ['the signer', () => pool.signer.stop(), () => pool.signer.start()],
    ['the mail server', () => pool.mail.stop(), () => pool.mail.start()],
  ] as const)('waits for %s, or starts without, and is ready when it comes', async (_name, inject, heal) => {
    await inject();
    const starting = pool.server.start();
    await delay(3_000);
    await heal();
    await starting;
    for (let ready = false; !ready; ready = (await pool.readiness()).status) await delay(100);
    await pool.server.stop();
  });

  function setLine(fault: 'refused' | undefined): void {
    pool.line.fault = fault;
    pool.line.cut();
  }

  function setNodes(network: 'bsc' | 'tronProxies', fault: 'down' | undefined): void {
    for (const proxy of pool.network[network]) proxy.fault = fault;
  }

  it('ends with setting, host and advice when the database does not come in time', async () => {
    const { code, output, children } = await runUntilEnd({
      DATABASE_URL: 'postgres://pool:secret-of-the-pool@127.0.0.1:1/pool',
      START_WAIT_SECONDS: '2',
    });
    expect(code).toBe(1);
    expect(output).toContain(
      'Glasspool did not start. DATABASE_URL: the database pool at 127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Check that it runs, and the host and port.',
    );
    expect(output).not.toContain('secret-of-the-pool');
    expect(output).not.toMatch(/^ {4}at /m);
    expect(children).toEqual([]);
  });

  it('ends with every node and its host when none comes in time, and with its own signer gone', async () => {
    const { code, output, children } = await runUntilEnd({
      ...ownSigner('nodes'),
      BSC_RPC_URL: 'http://127.0.0.1:1,http://127.0.0.1:2',
      START_WAIT_SECONDS: '2',
    });
    expect(code).toBe(1);
    expect(output).toContain('BSC_RPC_URL: the node 127.0.0.1:1 cannot be reached');
    expect(output).toContain('BSC_RPC_URL: the node 127.0.0.1:2 cannot be reached');
    expect(output).not.toMatch(/^ {4}at /m);
    expect(children).toEqual([]);
  });

  it('stops at once, and well, when it is told to while it waits', async () => {
    const { code, output, children } = await runUntilEnd(
      { ...ownSigner('stopped'), BSC_RPC_URL: 'http://127.0.0.1:1', START_WAIT_SECONDS: '50' },
      'Waiting: BSC_RPC_URL',
    );
    expect(code).toBe(0);
    expect(output).toContain('Stopped before the start was complete.');
    expect(children).toEqual([]);
  });
});

describe('a program that cannot start', () => {
  it('ends promptly with a wrong password of the keystore, and leaves no signer', async () => {
    const settings = ownSigner('password');
    const first = await runUntilEnd({
      ...settings,
      BSC_RPC_URL: 'http://127.0.0.1:1',
      START_WAIT_SECONDS: '1',
    });
    expect(first.output).toContain('cannot be reached');
    const { code, output, children } = await runUntilEnd({
      ...settings,
      KEYSTORE_PASSWORD: 'another long password',
      START_WAIT_SECONDS: '50',
    });
    expect(code).toBe(1);
    expect(output).toContain(
      'The keystore does not open: KEYSTORE_PASSWORD is wrong, or the file was changed.',
    );
    expect(output).not.toContain('Waiting:');
    expect(children).toEqual([]);
  });

  it('ends promptly with a wrong password of the database', async () => {
    const wrong = pool.server.environment['DATABASE_URL']?.replace(/:[^:@]+@/, ':wrong@') ?? '';
    const { code, output } = await runUntilEnd({ DATABASE_URL: wrong, START_WAIT_SECONDS: '50' });
    expect(code).toBe(1);
    expect(output).toContain('refuses the login');
    expect(output).not.toContain('Waiting:');
  });

  it('ends promptly with a database that is not there', async () => {
    const other = pool.server.environment['DATABASE_URL']?.replace(/\/pool$/, '/nowhere') ?? '';
    const { code, output } = await runUntilEnd({ DATABASE_URL: other, START_WAIT_SECONDS: '50' });
    expect(code).toBe(1);
    expect(output).toContain('the database nowhere at 127.0.0.1');
    expect(output).toContain('Create the database');
    expect(output).not.toContain('Waiting:');
  });

  it('ends promptly with another token, and with the keystore of another pool', async () => {
    const token = await runUntilEnd({ USDT_CONTRACT: `0x${'11'.repeat(20)}`, START_WAIT_SECONDS: '50' });
    expect(token.code).toBe(1);
    expect(token.output).toContain(`There is no token at USDT_CONTRACT=0x${'11'.repeat(20)}`);
    const { DATA_DIR, KEYSTORE_PASSWORD } = ownSigner('other');
    const keystore = await runUntilEnd({
      DATA_DIR: DATA_DIR ?? '',
      KEYSTORE_PASSWORD: KEYSTORE_PASSWORD ?? '',
      SIGNER_SOCKET: '',
      START_WAIT_SECONDS: '50',
    });
    expect(keystore.code).toBe(1);
    expect(keystore.output).toContain('Use the keystore and the database of the same pool.');
    expect(keystore.output).not.toMatch(/^ {4}at /m);
    expect(keystore.children).toEqual([]);
  });

  it('ends promptly with a database file that cannot be opened', async () => {
    const settings = ownSigner('file');
    mkdirSync(join(settings['DATA_DIR'] ?? '', 'glasspool.db'));
    const { code, output } = await runUntilEnd({ ...settings, START_WAIT_SECONDS: '50' });
    expect(code).toBe(1);
    expect(output).toContain('glasspool.db cannot be opened.');
    expect(output).not.toContain('Waiting:');
  });

  it('names a secret file that cannot be read', async () => {
    const path = join(folder, 'not-there');
    const { code, output } = await runUntilEnd({ SMTP_URL: '', SMTP_URL_FILE: path });
    expect(code).toBe(1);
    expect(output).toContain(`SMTP_URL_FILE: ${path} cannot be read.`);
  });
});
