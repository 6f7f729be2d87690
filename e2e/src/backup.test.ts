// Goal: npm run backup works while the pool runs, and npm run restore makes a pool of it that pays nothing twice and lets no one in with
// an old session. Method: the real program, commands as an operator gives them; the local chains go on, as the outside world does.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { TestLine } from '@glasspool/db/testing-line';
import { createDatabase } from '@glasspool/db/testing-postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { eventually, RestClient, signUp } from './rest-client.ts';
import { ROOT, RunningServer } from './running-server.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const RESTORE = 'commands/restore';
const EMAIL = 'alice@example.org';
const PASSWORD = 'correct horse battery';

describe('a backup of a running pool', () => {
  let server: RunningServer;
  let work = '';

  beforeAll(async () => {
    server = await RunningServer.start();
    work = mkdtempSync(join(tmpdir(), 'glasspool-backup-'));
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    rmSync(work, { recursive: true, force: true });
  });

  async function run(
    command: string,
    folder: string,
    dataDir: string,
    env: Record<string, string> = {},
  ): Promise<{ code: number; output: string }> {
    const child = spawn(
      process.execPath,
      [`apps/server/src/${command}.ts`, ...(folder === '' ? [] : [folder])],
      {
        cwd: ROOT,
        env: { ...process.env, DATA_DIR: dataDir, ...env },
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    const [code] = await once(child, 'close');
    return { code: Number(code), output };
  }

  const balanceOutside = async (client: RestClient): Promise<number> =>
    Number((await client.get('/dev/balance', { address: OUTSIDE, currency: 'USDT' })).body.balance);

  async function withdraw(client: RestClient, amount: string): Promise<void> {
    const before = await balanceOutside(client);
    const { status } = await client.post('/withdraw', { receiverAddress: OUTSIDE, amount, currency: 'USDT' });
    expect(status).toBe(200);
    await eventually(async () => (await balanceOutside(client)) === before + Number(amount));
  }

  /** Returns false when a file was replaced while it was copied. */
  function copyFolder(from: string, to: string): boolean {
    rmSync(to, { recursive: true, force: true });
    try {
      cpSync(from, to, { recursive: true });
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    }
  }

  it('is restored without paying twice', async () => {
    const alice = new RestClient(() => server.url);
    await signUp(alice, EMAIL, PASSWORD);
    const { body } = await alice.get('/get-wallet');
    await alice.post('/dev/fund-reserve', { currency: 'USDT', amount: '1000' });
    await alice.post('/dev/faucet', {
      address: body.data.wallets[1].address,
      currency: 'USDT',
      amount: '1000',
    });
    await eventually(async () => Number((await alice.get('/get-wallet')).body.data.wallets[1].balance) > 0);
    await alice.post('/transfer/invest', { currency: 'USDT' });
    await alice.post('/dev/clock/advance', { hours: 24 });
    const folder = join(work, 'backup');
    // As a snapshot that is being written leaves it.
    mkdirSync(join(server.dataDir, 'snapshots/9'), { recursive: true });
    writeFileSync(join(server.dataDir, 'snapshots/9/journal.bin.part'), 'a part');
    const made = await run('commands/backup', folder, server.dataDir);
    expect(made.output).toContain('Backed up into');
    expect(made.code).toBe(0);
    expect(existsSync(join(folder, 'snapshots/9/journal.bin.part'))).toBe(false);
    expect((await run('commands/backup', folder, server.dataDir)).output).toContain('is there already');
    // After the backup: a withdrawal that it does not know.
    await withdraw(alice, '5');
    const token = alice.token;
    await server.kill();

    // The database and the keys are lost; the chains and the copy of signed.log are not.
    const dataDir = join(work, 'restored');
    // The nodes end after the program, and replace their files until then.
    await eventually(async () => copyFolder(join(server.dataDir, 'chains'), join(dataDir, 'chains')));
    cpSync(join(server.dataDir, 'signed.log'), join(folder, 'signed.log'));
    const restored = await run(RESTORE, folder, dataDir);
    // The withdrawal, and what snapshots sent meanwhile.
    expect(restored.output).toMatch(/signed\.log had [1-9]\d* transactions that it did not know/);
    expect((await run(RESTORE, folder, dataDir)).output).toContain('is in use');

    await server.start({ DATA_DIR: dataDir });
    alice.token = token;
    expect((await alice.get('/auth/me')).status).toBe(401);
    alice.token = (await alice.post('/auth/login', { email: EMAIL, password: PASSWORD })).body.token;
    // The withdrawal is hers again, and the chain has confirmed it: she has 15 of 20 left.
    await eventually(async () => {
      const { body: wallet } = await alice.get('/get-bsc-wallet');
      const { body: history } = await alice.get('/transactions/user-transactions', { limit: '20' });
      const paid = history.data.find((one: { type: string; status: string }) => one.type === 'withdrawal');
      return wallet.data.withdrawableBalance === '15.000000' && paid?.status === 'success';
    });
    expect(await balanceOutside(alice)).toBe(5);
    // Payouts are off: what is asked for now is not sent.
    await alice.post('/withdraw', { receiverAddress: OUTSIDE, amount: '6', currency: 'USDT' });
    await setTimeout(1_500);
    expect(await balanceOutside(alice)).toBe(5);
    await server.stop();
    // Fees of snapshots that were sent after the backup are booked when the chain has been read that far.
    const { output } = await run('commands/verify-books', '', dataDir);
    expect(output).toMatch(/books: right[\s\S]*USDT: .* unexplained 0 units/);
  });

  it('is restored into a PostgreSQL database that is 50 ms away, and a second try says how to clear what is there', async () => {
    const postgres = inject('postgresUrl');
    await createDatabase(postgres, 'restored_away');
    await createDatabase(postgres, 'empty_beside_keys');
    await using line = await TestLine.start(postgres);
    line.delayMs = 50;
    const folder = join(work, 'backup');
    const away = { DATABASE_URL: `${line.url}/restored_away` };
    const dataDir = join(work, 'away');
    const { code, output } = await run(RESTORE, folder, dataDir, away);
    expect([code, output]).toEqual([0, expect.stringContaining('Payouts are off.')]);
    const again = await run(RESTORE, folder, dataDir, away);
    expect(again.code).toBe(1);
    expect(again.output).toMatch(
      /^The folder is in use: .* move these files away and run the command again\.\n$/,
    );
    const elsewhere = await run(RESTORE, folder, join(work, 'away-too'), away);
    expect(elsewhere.output).toMatch(
      /^DATABASE_URL: the database restored_away at .* holds a pool\. .* drop that database, create it again, .*\n$/,
    );
    // It left nothing: the same command goes on once the database is clear.
    expect(existsSync(join(work, 'away-too', 'keystore.json'))).toBe(false);
    line.delayMs = 0;
    const empty = { DATABASE_URL: `${line.url}/empty_beside_keys`, PORT: '0' };
    const started = await run('main', '', dataDir, empty);
    expect(started.code).not.toBe(0);
    expect(started.output).toMatch(
      /signed\.log .* that a pool has used these keys, and .* is empty: it is not the database/,
    );
  });

  it.each(['signed.log', 'payments.log'])(
    'does not start, and is not restored, when %s lost its newest line whole',
    async (log) => {
      const { dataDir } = server;
      const folder = join(work, `newer-${log}`);
      expect((await run('commands/backup', folder, dataDir)).code).toBe(0);
      const whole = readFileSync(join(dataDir, log), 'utf8');
      const cut = whole.slice(0, whole.lastIndexOf('\n', whole.length - 2) + 1);
      writeFileSync(join(dataDir, log), cut);
      const said = `${log} lost lines that the database knows of`;
      const started = await run('main', '', dataDir, { PORT: '0' });
      expect([started.code, started.output]).toEqual([
        1,
        expect.stringContaining(`Glasspool did not start. ${said}`),
      ]);
      const examined = await run('commands/doctor', '', dataDir);
      expect([examined.code, examined.output]).toEqual([1, expect.stringContaining(`!! ${said}`)]);
      writeFileSync(join(dataDir, log), whole);
      expect((await run('commands/doctor', '', dataDir)).output).toContain('ok The logs have all lines');
      // A backup of an older version does not say how its logs begin.
      const { logs: _unsaid, ...contents } = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8'));
      writeFileSync(join(folder, 'backup.json'), JSON.stringify(contents));
      writeFileSync(join(folder, log), cut);
      const restored = await run(RESTORE, folder, join(work, `cut-${log}`));
      expect([restored.code, restored.output]).toEqual([1, expect.stringContaining(said)]);
      expect(existsSync(join(work, `cut-${log}`, 'keystore.json'))).toBe(false);
    },
  );

  it('starts on logs that an admin accepts as they are, with payouts off', async () => {
    const { dataDir } = server;
    for (const log of ['signed.log', 'payments.log']) writeFileSync(join(dataDir, log), '');
    const accept = ['--accept-logs', 'admin@glasspool.test', 'The disk is gone.'];
    const { code, output } = await server.run('halt-payouts', accept);
    expect([code, output]).toEqual([0, expect.stringContaining('Payouts are stopped')]);
    await server.start();
    const examined = await run('commands/doctor', '', dataDir);
    expect(examined.output).toContain('Payouts are off: The disk is gone.');
    expect(examined.output).toContain('ok The logs have all lines');
    await server.stop();
  });

  it('does not start on an empty database beside keys that gave out addresses and signed nothing', async () => {
    const dataDir = join(work, 'lost');
    mkdirSync(dataDir);
    for (const name of ['keystore.json', 'keystore.used', 'secrets.json'])
      cpSync(join(server.dataDir, name), join(dataDir, name));
    const started = await run('main', '', dataDir, { PORT: '0' });
    expect([started.code, started.output]).toEqual([
      1,
      expect.stringMatching(/keystore\.used says that a pool has used these keys, .* is empty/),
    ]);
  });

  it('is not restored when it was changed', async () => {
    const folder = join(work, 'damaged');
    cpSync(join(work, 'backup'), folder, { recursive: true });
    appendFileSync(join(folder, 'secrets.json'), ' ');
    const { code, output } = await run(RESTORE, folder, join(work, 'nothing'));
    expect([code, output]).toEqual([1, expect.stringContaining('secrets.json is not what was written')]);
    expect(existsSync(join(work, 'nothing', 'keystore.json'))).toBe(false);
    expect(readFileSync(join(work, 'backup', 'keystore.json'), 'utf8')).not.toContain(' test ');
  });
});
