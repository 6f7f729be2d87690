// Goal: an operator learns from commands what is wrong before the start, and that mail arrives. Method: the real commands beside a real
// pool, first with the right settings, then with one wrong at a time.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../rest-client.ts';
import { OperatedPool } from './operated-pool.ts';

let pool: OperatedPool;
beforeAll(async () => {
  pool = await OperatedPool.start();
});
afterAll(() => pool?.[Symbol.asyncDispose]());

describe('npm run config -- check', () => {
  const check = (env: Record<string, string> = {}) => pool.server.run('config', ['check'], env);

  it('finds nothing wrong with settings that fit, and names what it compared', async () => {
    const { code, output } = await check({ PUBLIC_URL: 'http://localhost' });
    expect(output).not.toContain('WRONG');
    expect(output).toContain('ok    DATABASE_URL: the database pool at 127.0.0.1');
    expect(output).toContain('up to date');
    for (const name of [
      'BSC node 1',
      'BSC node 2',
      'TRON node 1',
      'TRON node 2',
      'SMTP_URL',
      'SIGNER_SOCKET',
      'DATA_DIR',
    ])
      expect(output).toMatch(new RegExp(`^ok +${name}`, 'm'));
    expect(code).toBe(0);
  });

  it.each([
    ['BSC_RPC_URL', 'http://127.0.0.1:1', /WRONG BSC node 1.*cannot be reached/],
    ['USDT_CONTRACT', `0x${'11'.repeat(20)}`, /WRONG BSC node 1.*There is no token at USDT_CONTRACT/],
    ['TRON_RPC_URL', 'http://127.0.0.1:1', /WRONG TRON node 1.*cannot be reached/],
    ['DATABASE_URL', 'postgres://pool:x@127.0.0.1:1/pool', /WRONG DATABASE_URL.*cannot be reached/],
    ['SMTP_URL', 'smtp://127.0.0.1:1', /WRONG SMTP_URL.*cannot be reached/],
    ['SMTP_TLS', 'required', /WRONG SMTP_URL.*offers no TLS/],
    ['SIGNER_SOCKET', '/nowhere/signer.sock', /WRONG SIGNER_SOCKET.*ENOENT/],
    ['DATA_DIR', '/nowhere/data', /WRONG DATA_DIR.*it is not there/],
    ['PUBLIC_URL', 'http://no-such-name.invalid', /WRONG PUBLIC_URL.*the name is not known here/],
    ['SUPPORT_EMAIL', 'support@glasspool.test', /SUPPORT_EMAIL: needed with NETWORK=testnet/],
    ['PORT', 'http', /PORT: /],
  ])('names a wrong %s', async (name, value, message) => {
    const { code, output } = await check({ PUBLIC_URL: 'http://localhost', [name]: value });
    expect(output).toMatch(message);
    expect(code).toBe(1);
  });

  it('names a secret that every user of the machine can read', async () => {
    const file = join(pool.dataDir, '..', 'smtp-url');
    writeFileSync(file, `${pool.mail.url}\n`);
    chmodSync(file, 0o644);
    const env = { PUBLIC_URL: 'http://localhost', SMTP_URL: '', SMTP_URL_FILE: file };
    expect((await check(env)).output).toMatch(/WRONG SMTP_URL_FILE .*every user of this machine can read it/);
    chmodSync(file, 0o600);
    expect(await check(env)).toMatchObject({ code: 0 });
  });
});

describe('npm run doctor', () => {
  const examine = () => pool.server.run('doctor', [], { PORT: new URL(pool.server.url).port });

  it('names what is missing in a new pool, and nothing once it is there', async () => {
    const { code, output } = await examine();
    expect(output).toMatch(/^!! There is no admin/m);
    expect(output).toMatch(/^ok The program at .* is ready/m);
    expect(output).toMatch(/^ok BSC is followed/m);
    expect(code).toBe(1);
    const created = await pool.server.run('admin', ['create', 'operator@example.org']);
    expect(created).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^admin: operator@example.org\npassword: \S+\n$/),
    });
    const again = await pool.server.run('admin', ['create', 'operator@example.org']);
    expect(again).toEqual({ code: 1, output: 'There is an account operator@example.org already.\n' });
    await eventually(async () => {
      const later = await examine();
      return later.code === 0 && later.output.includes('!  There is one admin.');
    });
  });

  it('names a dependency that is in trouble, first', async () => {
    await pool.signer.stop();
    await eventually(async () => !(await pool.readiness()).status);
    const { code, output } = await examine();
    await pool.signer.start();
    expect(output).toMatch(/^!! The program at .* is not ready/);
    expect(output).toMatch(/^!! signer is degraded/m);
    expect(code).toBe(1);
    await eventually(async () => (await pool.readiness()).status);
  });

  it('says so when the program does not answer', async () => {
    const { code, output } = await pool.server.run('doctor', [], { PORT: '1' });
    expect(output).toMatch(/^!! The program does not answer at http:\/\/127.0.0.1:1\/readyz: /);
    expect(code).toBe(1);
  });
});

describe('npm run test-mail', () => {
  it('sends one mail, and says what the server answered when it does not take it', async () => {
    const before = pool.mail.mails.length;
    expect(await pool.server.run('test-mail', ['operator@example.org'])).toMatchObject({ code: 0 });
    await eventually(async () => pool.mail.mails.length > before);
    expect(pool.mail.mails.at(-1)).toContain('Subject: Test mail of your Glasspool');
    pool.mail.fault = 'wrong password';
    const { code, output } = await pool.server.run('test-mail', ['operator@example.org']);
    pool.mail.fault = undefined;
    expect(code).toBe(1);
    expect(output).toContain('refuses the login');
  });
});
