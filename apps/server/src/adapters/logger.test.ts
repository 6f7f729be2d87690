// Goal: no secret of a user or of the pool is in a log, an answer, a metric or a dump of the database, at whatever level. Method: every kind of secret is sent
// through the real server at trace level, rightly and wrongly; then all that came out is searched for each.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dumpDatabase } from '@glasspool/db';
import { describeEachDatabase } from '@glasspool/db/testing';
import { sendSignUpCode, verifySignUpCode } from '@glasspool/identity/accounts';
import { createApiKey } from '@glasspool/identity/api-keys';
import { requestPasswordReset } from '@glasspool/identity/passwords';
import { authenticate } from '@glasspool/identity/sessions';
import { beginTwoFactor } from '@glasspool/identity/two-factor';
import { createWebhook } from '@glasspool/identity/webhooks';
import { sendMail } from '@glasspool/pool/mail';
import { expect, it } from 'vitest';
import { TestServer } from '../testing/a-server.ts';
import { createLogger } from './logger.ts';

const CANARY = 'canary-password-91c2';

describeEachDatabase('the output of a server', (open) => {
  it('holds no secret in logs, answers and metrics', async () => {
    const lines: string[] = [];
    const log = createLogger({
      level: 'trace',
      dataDir: undefined,
      destination: { write: (line) => void lines.push(line) },
    });
    await using server = await TestServer.start((await open()).database, {
      log,
      server: { metricsGuard: 'open' },
    });
    const { deps, pool, http } = server;
    await pool.signUp('alice');
    const token = await server.getToken('alice');
    const actor = await authenticate(deps, token);
    if (actor === undefined) throw new Error('Alice could not log in.');
    const { key } = await createApiKey(deps, {
      actor,
      name: 'Bot',
      scope: 'read',
      password: 'correct horse',
    });
    await sendSignUpCode(deps, 'bob@example.org');
    await requestPasswordReset(deps, 'alice@example.org');
    await sendMail(deps);
    const mails = await deps.db.read.selectFrom('mailboxMessage').select('text').execute();
    const otp = mails.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []).at(-1) ?? '';
    const reset = mails.flatMap(({ text }) => /reset-passord\/(\S+)/.exec(text)?.[1] ?? [])[0] ?? '';
    const { signupToken } = await verifySignUpCode(deps, { email: 'bob@example.org', otp });
    const { secret: totpSeed } = await beginTwoFactor(deps, { actor, password: 'correct horse' });
    const { secret: webhookSecret } = await createWebhook(deps, {
      actor,
      url: 'https://alice.example.org/',
      password: 'correct horse',
    });
    const secrets = { token, key, reset, signupToken, CANARY, totpSeed, webhookSecret };
    for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThan(15);

    const answers: string[] = [];
    const send = async (url: string, payload?: object, authorization = `Bearer ${token}`): Promise<void> => {
      const method = payload === undefined ? 'GET' : 'POST';
      const { body } = await http.inject({
        method,
        url,
        headers: { authorization },
        ...(payload && { payload }),
      });
      answers.push(body);
    };
    await send('/api/get-wallet');
    await send('/api/get-wallet', undefined, `Bearer ${key}`);
    await send('/api/get-wallet', undefined, `Bearer ${token}x`);
    await send(`/reset-passord/${reset}`);
    await send(`/reset-password/${reset}?x=1`);
    await send('/api/auth/reset-password', { token: reset, newPassword: '1' });
    await send('/api/auth/login', { email: 'alice@example.org', password: CANARY });
    await send('/api/auth/login', { email: CANARY, password: CANARY, extra: CANARY });
    await send('/api/auth/set-password', {
      email: 'bob@example.org',
      password: CANARY,
      signupToken: `${signupToken}x`,
    });
    await send('/trpc/users.changePassword', { currentPassword: CANARY, newPassword: CANARY });
    await send('/trpc/apiKeys.createApiKey', { name: CANARY, scope: 'read', password: CANARY });
    await send(
      `/trpc/transactions.getRewardReceipt?input=${encodeURIComponent(JSON.stringify({ transactionId: CANARY }))}`,
    );
    log.error({
      password: CANARY,
      user: { token, deep: { secret: key } },
      err: Object.assign(new Error('x'), { parameters: [CANARY] }),
    });
    answers.push((await http.inject({ url: '/metrics' })).body);

    expect(lines.length).toBeGreaterThan(20);
    expect(answers.at(-1)).toContain('glasspool_http_request_seconds');
    // The mailbox of a local network holds what was mailed, as a mailbox does; elsewhere there is none.
    const dump: string[] = [];
    for await (const line of dumpDatabase(deps.db))
      if (!line.startsWith('{"table":"mailbox_message"')) dump.push(line);
    expect(dump.length).toBeGreaterThan(5);
    for (const [name, secret] of Object.entries(secrets)) {
      expect([name, dump.filter((line) => line.includes(secret))]).toEqual([name, []]);
      expect([name, lines.filter((line) => line.includes(secret))]).toEqual([name, []]);
      // ASVS 16.2.5
      expect([name, answers.filter((answer) => answer.includes(secret))]).toEqual([name, []]);
    }
  });
});

it('is one line for each event, whatever its text holds', () => {
  const lines: string[] = [];
  const log = createLogger({
    level: 'info',
    dataDir: undefined,
    destination: { write: (line) => void lines.push(line) },
  });
  const forged = 'alice\n{"msg":"security","event":"session.started"}\r\u2028';
  log.info({ event: forged }, forged);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.match(/[\n\r]/g)).toEqual(['\n']);
  // ASVS 16.4.1
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: forged, msg: forged });
});

it('ends no process when its disk is full', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glasspool-log-'));
  try {
    symlinkSync('/dev/full', join(folder, 'server.log'));
    const program = `
      import { createLogger } from ${JSON.stringify(join(import.meta.dirname, 'logger.ts'))};
      const log = createLogger({ level: 'info', dataDir: ${JSON.stringify(folder)} });
      for (let line = 0; line < 3; line += 1) {
        log.info('a line');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      process.stdout.write('still here');
      process.exit(0);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect({ stdout, stderr }).toEqual({ stdout: 'still here', stderr: '' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
