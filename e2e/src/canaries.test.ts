// Goal: what is secret stays where it belongs. Method: the real program on PostgreSQL with a mail server behind it; twelve secrets that
// we know are planted, used rightly and wrongly, and then searched for in the log at its most talkative, in every answer, in the metrics,
// in a dump of the database, on the command lines of all its processes, and in the heap of the one that the internet talks to.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKeystore } from '@glasspool/chains/keys';
import { Database, dumpDatabase } from '@glasspool/db';
import { newPostgresDatabase } from '@glasspool/db/testing';
import { HDNodeWallet } from 'ethers';
import { generate } from 'otplib';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './rest-client.ts';
import { ROOT, RunningServer } from './running-server.ts';

const EMAIL = 'alice@example.org';
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PLANTED = {
  password: 'canary user password 81f3',
  keystorePassword: 'canary keystore password 7d1f',
  smtpPassword: 'canary-smtp-password-5b20',
  metricsToken: 'canary-metrics-token-0a77',
  idempotencyBody: 'canary-idempotency-body-e612',
};

describe('a secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glasspool-canaries-'));
  // One of the passwords comes in a file, the other in the environment.
  const databaseUrlFile = join(folder, 'database-url');
  const mails: string[] = [];
  const answers: string[] = [];
  let mailServer: SMTPServer;
  let server: RunningServer;
  let databaseUrl: Awaited<ReturnType<typeof newPostgresDatabase>>;
  let secrets: Record<string, string> = {};

  beforeAll(async () => {
    mailServer = await startMailServer(mails);
    databaseUrl = await newPostgresDatabase();
    writeFileSync(databaseUrlFile, `${databaseUrl}\n`);
    const { port } = mailServer.server.address() as AddressInfo; // It listens on TCP.
    server = await RunningServer.start({
      DATABASE_URL_FILE: databaseUrlFile,
      SMTP_URL: `smtp://glasspool:${PLANTED.smtpPassword}@127.0.0.1:${port}`,
      SMTP_TLS: 'optional',
      KEYSTORE_PASSWORD: PLANTED.keystorePassword,
      METRICS_TOKEN: PLANTED.metricsToken,
      LOG_LEVEL: 'trace',
      NODE_OPTIONS: '--heapsnapshot-signal=SIGUSR2',
    });
    const databasePassword = /:\/\/postgres:([^@]+)@/.exec(databaseUrl)?.[1] ?? '';
    secrets = { ...PLANTED, databasePassword, ...readSeed(server.dataDir), ...(await useAll()) };
  });

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    mailServer?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function call(path: string, body?: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${server.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text };
  }

  /** A call whose answer shows nothing that is secret. */
  async function callOpenly(...request: Parameters<typeof call>): Promise<number> {
    const { status, text } = await call(...request);
    answers.push(text);
    return status;
  }

  const findInMail = (pattern: RegExp): Promise<string> =>
    eventually(async () => mails.flatMap((mail) => pattern.exec(mail)?.[1] ?? [])[0]);

  /** Uses every kind of secret, rightly and wrongly. Answers that hand one out are not kept. */
  async function useAll(): Promise<Record<string, string>> {
    const { password } = PLANTED;
    await callOpenly('/api/auth/send-otp', { email: EMAIL });
    const otp = await findInMail(/\b(\d{6})\b/);
    await callOpenly('/api/auth/verify-otp', { email: EMAIL, otp: 'x' });
    const { signupToken } = JSON.parse((await call('/api/auth/verify-otp', { email: EMAIL, otp })).text);
    await callOpenly('/api/auth/verify-otp', { email: EMAIL, otp });
    await callOpenly('/api/auth/set-password', { email: EMAIL, password, referralCode: '', signupToken });
    await callOpenly('/api/auth/login', { email: password, password, extra: password });
    await callOpenly('/api/auth/login', { email: EMAIL, password: `${password}x` });
    const { token } = JSON.parse((await call('/api/auth/login', { email: EMAIL, password })).text);
    const authorization = { authorization: `Bearer ${token}` };
    await callOpenly('/api/auth/me', undefined, authorization);
    await callOpenly('/api/auth/me', undefined, { authorization: `Bearer ${token}x` });
    const made = await call(
      '/trpc/apiKeys.createApiKey',
      { name: 'Bot', scope: 'read', password },
      authorization,
    );
    const apiKey = JSON.parse(made.text).result.data.json.key;
    await callOpenly('/api/get-wallet', undefined, { authorization: `Bearer ${apiKey}` });
    await callOpenly('/api/withdraw', { amount: '1' }, { authorization: `Bearer ${apiKey}` });
    const begun = await call('/trpc/users.beginTwoFactor', { password }, authorization);
    const totpSeed = JSON.parse(begun.text).result.data.json.secret;
    await callOpenly('/trpc/users.confirmTwoFactor', { code: '000000' }, authorization);
    const code = await generate({ secret: totpSeed });
    const confirmed = await call('/trpc/users.confirmTwoFactor', { code }, authorization);
    const [recoveryCode] = JSON.parse(confirmed.text).result.data.json.recoveryCodes;
    await callOpenly('/api/auth/login', { email: EMAIL, password, totp: recoveryCode.replace('-', 'x') });
    await callOpenly('/api/auth/request-password-reset', { email: EMAIL });
    const resetToken = await findInMail(/reset-passord\/([\w-]+)/);
    await callOpenly(`/reset-passord/${resetToken}`);
    await callOpenly(`/reset-password/${resetToken}?x=1`);
    await callOpenly('/api/auth/reset-password', { token: resetToken, newPassword: '1' });
    const withdrawal = { receiverAddress: OUTSIDE, amount: '1', currency: 'USDT' };
    const key = { ...authorization, 'idempotency-key': 'key-1' };
    await callOpenly('/api/withdraw', { ...withdrawal, note: PLANTED.idempotencyBody }, key);
    await callOpenly('/api/withdraw', withdrawal, key);
    return { otp, signupToken, sessionToken: token, apiKey, totpSeed, recoveryCode, resetToken };
  }

  it('is there to be searched for', () => {
    expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(12);
    for (const [name, secret] of Object.entries(secrets))
      expect([name, secret.length]).toEqual([name, expect.toSatisfy((length) => length >= 6)]);
  });

  it('is in no log', () => {
    const log = readFileSync(join(server.dataDir, 'server.log'), 'utf8');
    expect(log).toContain('"event":"auth.logIn"');
    expect(log).toContain('"path":"/reset-password/[hidden]"');
    expect(namesIn(log, secrets)).toEqual([]);
    // ASVS 14.2.4, 16.2.3, 16.2.4
    expect(namesIn(server.output, secrets)).toEqual([]);
  });

  it('is in no answer and no metric', async () => {
    const refused = await callOpenly('/metrics', undefined, { authorization: 'Bearer wrong' });
    const { status, text } = await call('/metrics', undefined, {
      authorization: `Bearer ${PLANTED.metricsToken}`,
    });
    expect([refused, status]).toEqual([404, 200]);
    expect(text).toContain('glasspool_http_request_seconds');
    answers.push(text);
    expect(answers.length).toBeGreaterThan(15);
    // ASVS 13.4.5, 14.2.4
    expect(namesIn(answers.join('\n'), secrets)).toEqual([]);
  });

  it('is in no dump of the database', async () => {
    await using database = new Database(() => databaseUrl);
    let dump = '';
    for await (const line of dumpDatabase(database)) dump += `${line}\n`;
    expect(dump).toContain(EMAIL);
    // ASVS 14.2.4
    expect(namesIn(dump, secrets)).toEqual([]);
  });

  it('is on no command line', () => {
    const commandLines = server.commandLines();
    expect(commandLines.some((line) => line.includes('signer/main.ts'))).toBe(true);
    // Pitfall: a password is on a command line, where every user of the machine reads it
    expect(namesIn(commandLines.join('\n'), secrets)).toEqual([]);
  });

  it('is not in the heap of the web process', async () => {
    const heap = await readHeap(server);
    // The searched heap is that of the right process.
    expect(heap).toContain(server.dataDir);
    expect(heap).toContain('glasspool_http_request_seconds');
    // Pitfall: a secret is in a log, a dump or a heap
    // ASVS 13.3.2, 13.3.3
    expect(namesIn(heap, { ...secrets, ...toWords(secrets) })).toEqual([]);
  });
});

/** A mail server that takes everything. */
async function startMailServer(mails: string[]): Promise<SMTPServer> {
  const mailServer = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === PLANTED.smtpPassword ? done(null, { user: 'glasspool' }) : done(new Error('wrong')),
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk) => (text += String(chunk)));
      // A line may end with = and go on in the next (RFC 2045, 6.7).
      stream.on('end', () => {
        mails.push(text.replace(/=\r\n/g, ''));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  return mailServer;
}

function readSeed(dataDir: string): { mnemonic: string; privateKey: string } {
  const text = readFileSync(join(dataDir, 'keystore.json'), 'utf8');
  const { fingerprint } = JSON.parse(text);
  const mnemonic = openKeystore(text, PLANTED.keystorePassword, () => fingerprint);
  const { privateKey } = HDNodeWallet.fromPhrase(mnemonic, '', "m/44'/60'/0'/0/0");
  return { mnemonic, privateKey: privateKey.slice(2) };
}

const toWords = ({ mnemonic = '' }: Record<string, string>): Record<string, string> => ({
  halfOfMnemonic: mnemonic.split(' ').slice(0, 6).join(' '),
});

/** Which secrets a text holds. A code of six digits counts only by itself: longer numbers hold every one. */
function namesIn(text: string, secrets: Record<string, string>): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const isIn = /^\d+$/.test(secret)
      ? new RegExp(`(?<![\\d.])${secret}(?![\\d.])`).test(text)
      : text.includes(secret);
    return isIn ? [name] : [];
  });
}

/** The strings of a process's heap, after its garbage was collected. Bytes of buffers are not in such a file. */
async function readHeap(server: RunningServer): Promise<string> {
  const list = (): string[] => readdirSync(ROOT).filter((name) => name.endsWith('.heapsnapshot'));
  server.signal('SIGUSR2');
  const name = await eventually(async () => list()[0]);
  const file = join(ROOT, name);
  try {
    // It is whole once it ends as JSON does.
    return await eventually(async () => {
      const text = readFileSync(file, 'latin1');
      return text.trimEnd().endsWith('}') && text.slice(text.indexOf('"strings":['));
    });
  } finally {
    rmSync(file, { force: true });
  }
}
