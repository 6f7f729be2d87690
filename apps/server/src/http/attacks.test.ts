// Goal: what attackers try first gets them nothing. Method: the real HTTP server; chains in memory.

import { appRouter, type ProcedureMeta } from '@glasspool/api';
import { SECOND_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { sendSignUpCode, verifySignUpCode } from '@glasspool/identity/accounts';
import { createApiKey } from '@glasspool/identity/api-keys';
import { listMailbox } from '@glasspool/identity/mail';
import { authenticate } from '@glasspool/identity/sessions';
import { createWebhook } from '@glasspool/identity/webhooks';
import { addAllowlistEntry } from '@glasspool/pool/allowlist';
import { sendMail } from '@glasspool/pool/mail';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { SignJWT } from 'jose';
import { expect, it, vi } from 'vitest';
import { createLimits } from '../adapters/rate-limits.ts';
import { TEST_AUDIENCE, TEST_KEYS, TestServer } from '../testing/a-server.ts';
import { HOSTILE_VALUES } from '../testing/hostile-inputs.ts';

const ROUTER: AnyTRPCRouter = appRouter;
const PROCEDURES = Object.entries<AnyTRPCProcedure>(ROUTER._def.procedures).filter(
  ([, { _def }]) => _def.type !== 'subscription',
);
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

describeEachDatabase('an attacker', (open) => {
  async function running(options: Parameters<typeof TestServer.start>[1] = {}) {
    const server = await TestServer.start((await open()).database, options);
    const alice = await server.pool.signUp('alice');
    const bob = await server.pool.signUp('bob');
    return { server, alice, bob };
  }

  const post = async (
    server: TestServer,
    path: string,
    payload: object,
    headers: Record<string, string> = {},
  ) => server.http.inject({ method: 'POST', url: path, payload, headers });

  it('gets the same for the ids of others as for ids that no one has', async () => {
    const { server } = await running();
    await using _server = server;
    const actor = await authenticate(server.deps, await server.getToken('alice'));
    if (actor === undefined) throw new Error('Alice could not log in.');
    const mine = { actor, password: 'correct horse' };
    await createApiKey(server.deps, { ...mine, name: 'Bot', scope: 'read' });
    const webhook = await createWebhook(server.deps, { ...mine, url: 'https://alice.example.org' });
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const payee = await addAllowlistEntry(server.deps, { ...mine, currency: 'USDT', address, label: 'Mine' });
    const apiKey = await server.deps.db.read.selectFrom('apiKey').select('id').executeTakeFirstOrThrow();
    await server.pool.deposit(actor.userId, 'USDT', '100');
    const deposit = await server.deps.db.read.selectFrom('deposit').select('id').executeTakeFirstOrThrow();
    const delivery = await server.deps.db.read
      .selectFrom('webhookDelivery')
      .select('id')
      .executeTakeFirstOrThrow();
    const asBob = bearer(await server.getToken('bob'));
    const nobodys = (id: string): string => `${id.slice(0, 4)}01J9Z3V5Q4K7R8S9T0V1W2X3Y4`;
    const getAnswer = async (name: string, type: string, input: object): Promise<string> => {
      const response =
        type === 'mutation'
          ? await post(server, `/trpc/${name}`, input, asBob)
          : await server.http.inject({
              url: `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`,
              headers: asBob,
            });
      return `${response.statusCode} ${response.body.replace(/"requestId":"[^"]*"/, '')}`;
    };
    for (const [name, type, input, field] of [
      ['apiKeys.revokeApiKey', 'mutation', { id: apiKey.id }, 'id'],
      ['allowlist.removeAllowlistEntry', 'mutation', { id: payee.id }, 'id'],
      ['webhooks.removeWebhook', 'mutation', { id: webhook.id }, 'id'],
      ['webhooks.listDeliveries', 'query', { id: webhook.id }, 'id'],
      ['webhooks.redeliver', 'mutation', { id: delivery.id }, 'id'],
      ['transactions.getRewardReceipt', 'query', { transactionId: deposit.id }, 'transactionId'],
    ] as const) {
      const id = Object.values(input)[0] ?? '';
      const [his, noOnes] = [
        await getAnswer(name, type, input),
        await getAnswer(name, type, { [field]: nobodys(id) }),
      ];
      expect([name, his]).toEqual([name, noOnes]);
      // ASVS 8.2.2
      expect([name, his.slice(0, 3)]).toEqual([name, '404']);
    }
  });

  it('is refused every field that is not asked for', async () => {
    const { server } = await running();
    await using _server = server;
    const headers = bearer(await server.staffToken('root'));
    const taken: string[] = [];
    for (const [name, { _def }] of PROCEDURES) {
      for (const field of ['roles', 'isAdmin', 'userId', 'balance', 'constructor', 'toString']) {
        const text = `{"${field}":"admin"}`;
        const response =
          _def.type === 'mutation'
            ? await server.http.inject({
                method: 'POST',
                url: `/trpc/${name}`,
                headers: { ...headers, 'content-type': 'application/json' },
                payload: text,
              })
            : await server.http.inject({ url: `/trpc/${name}?input=${encodeURIComponent(text)}`, headers });
        if (response.statusCode !== 400) taken.push(`${name} ${field}: ${response.statusCode}`);
      }
    }
    // ASVS 8.2.3, 15.3.3
    expect(taken).toEqual([]);
  });

  it('is refused text that a database does not take, in every call and however deep', async () => {
    const { server } = await running();
    await using _server = server;
    const headers = bearer(await server.staffToken('root'));
    for (const [name, { _def }] of PROCEDURES) {
      for (const input of ['a\0b', { id: 'a\0b' }, { search: ['x', { y: '\0' }] }, { 'a\0b': 1 }]) {
        const text = encodeURIComponent(JSON.stringify(input));
        const { statusCode, body } =
          _def.type === 'mutation'
            ? await server.http.inject({
                method: 'POST',
                url: `/trpc/${name}`,
                payload: JSON.stringify(input),
                headers: { ...headers, 'content-type': 'application/json' },
              })
            : await server.http.inject({ url: `/trpc/${name}?input=${text}`, headers });
        // Pitfall: PostgreSQL takes no U+0000, and answers with an error of ours
        expect([name, statusCode, body]).toEqual([name, 400, expect.stringContaining('U+0000')]);
      }
    }
    const long = { ...headers, 'idempotency-key': 'k'.repeat(256) };
    const invested = await post(server, '/api/transfer/invest', { currency: 'USDT' }, long);
    expect([invested.statusCode, invested.body]).toEqual([400, expect.stringContaining('longer than 255')]);
    for (const path of ['transactions', 'audit-log']) {
      const url = `/api/exports/${path}.csv?search=a%00b`;
      expect([url, (await server.http.inject({ url, headers })).statusCode]).toEqual([url, 400]);
    }
  });

  it('changes no prototype, however it is spelled', async () => {
    const { server } = await running();
    await using _server = server;
    const headers = { ...bearer(await server.getToken('alice')), 'content-type': 'application/json' };
    for (const payload of [
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"isAdmin":true}}}',
      '{"json":{"currency":"USDT"},"meta":{"values":{"__proto__.isAdmin":["regexp"]},"referentialEqualities":{"__proto__.isAdmin":["currency"]}}}',
      '{"json":{},"meta":{"values":{"constructor.prototype.isAdmin":["Error"]}}}',
    ]) {
      for (const url of ['/api/transfer/invest', '/trpc/investments.invest', '/api/auth/login']) {
        const { statusCode } = await server.http.inject({ method: 'POST', url, headers, payload });
        // ASVS 1.5.2, 15.3.6
        expect([url, payload, statusCode]).toEqual([url, payload, 400]);
      }
    }
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
    expect(HOSTILE_VALUES.length).toBeGreaterThan(20);
  });

  it('uses no token of one kind as another', async () => {
    const { server } = await running();
    await using _server = server;
    const session = await server.getToken('alice');
    const actor = await authenticate(server.deps, session);
    if (actor === undefined) throw new Error('Alice could not log in.');
    const { key } = await createApiKey(server.deps, {
      actor,
      name: 'Bot',
      scope: 'read',
      password: 'correct horse',
    });
    await sendSignUpCode(server.deps, 'carol@example.org');
    await sendMail(server.deps);
    const [mail] = await listMailbox(server.deps, 'carol@example.org');
    const otp = /\d{6}/.exec(mail?.text ?? '')?.[0] ?? '';
    const { signupToken } = await verifySignUpCode(server.deps, { email: 'carol@example.org', otp });
    const login = await post(server, '/api/auth/login', {
      email: 'alice@example.org',
      password: 'correct horse',
    });
    const device = login.cookies.find(({ name }) => name === 'glasspool_device')?.value ?? '';
    expect(device).not.toBe('');
    const unsigned = await new SignJWT({ sid: actor.sessionId })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
      .setSubject(actor.userId)
      .setAudience(TEST_AUDIENCE)
      .setIssuer(TEST_AUDIENCE)
      .setExpirationTime('1h')
      .sign(TEST_KEYS.privateKey);
    const wallet = async (token: string): Promise<number> =>
      (await server.http.inject({ url: '/api/get-wallet', headers: bearer(token) })).statusCode;
    expect([await wallet(session), await wallet(key)]).toEqual([200, 200]);
    for (const token of [signupToken, device, unsigned, `${key}x`, key.slice(0, -1), 'gpk_', actor.sessionId])
      expect([token, await wallet(token)]).toEqual([token, 401]);
    // A key reads, and nothing else.
    for (const [name, { _def }] of PROCEDURES) {
      const meta = _def.meta as ProcedureMeta | undefined;
      if (meta?.guard === undefined || meta.apiKey === 'read') continue;
      const url = `/trpc/${name}`;
      const response =
        _def.type === 'mutation'
          ? await post(server, url, {}, bearer(key))
          : await server.http.inject({ url, headers: bearer(key) });
      expect([name, response.statusCode, response.body.includes('API_KEY_NOT_ALLOWED')]).toEqual([
        name,
        403,
        true,
      ]);
    }
    const reset = await post(server, '/api/auth/reset-password', {
      token: signupToken,
      newPassword: 'other horse',
    });
    // ASVS 3.5.1, 6.1.3, 6.3.4, 7.2.1, 9.2.2
    expect(reset.json().error.code).toBe('RESET_TOKEN_INVALID');
  });

  it('sends a user no link of their own by the Host header', async () => {
    const { server } = await running();
    await using _server = server;
    let asked = 0;
    for (const headers of [
      { host: 'evil.example.org' },
      { 'x-forwarded-host': 'evil.example.org' },
      { forwarded: 'host=evil.example.org' },
    ]) {
      server.pool.clock.advance(3_600 * SECOND_MS);
      const { statusCode } = await post(
        server,
        '/api/auth/request-password-reset',
        { email: 'alice@example.org' },
        headers,
      );
      expect(statusCode).toBe(200);
      asked += 1;
      // The mail is made after the answer.
      await vi.waitFor(
        async () => {
          const made = await server.deps.db.read.selectFrom('passwordReset').select('userId').execute();
          expect(made).toHaveLength(asked);
        },
        { timeout: 30_000 },
      );
      await sendMail(server.deps);
    }
    const mails = await listMailbox(server.deps, 'alice@example.org');
    const links = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
    // ASVS 3.7.2, 4.1.3
    expect(links.filter((link) => link.includes('/reset-passord/'))).toHaveLength(3);
    for (const link of links) expect(link).toMatch(/^http:\/\/glasspool\.test(\/|$)/);
  });

  it('is turned away with the time to wait, by address and by account, whatever address they claim', async () => {
    const { server } = await running({ server: { limits: createLimits({ store: undefined, factor: 1 }) } });
    await using _server = server;
    let refused: Awaited<ReturnType<typeof post>> | undefined;
    for (let count = 0; count < 200 && refused === undefined; count += 1) {
      const claimed = { 'x-forwarded-for': `203.0.113.${count}`, 'x-real-ip': `203.0.113.${count}` };
      const answer = await post(
        server,
        '/api/auth/verify-otp',
        { email: `user${count}@example.org`, otp: '123456' },
        claimed,
      );
      if (answer.statusCode === 429) refused = answer;
    }
    expect(refused?.json().error.code).toBe('RATE_LIMITED');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    const headers = bearer(await server.getToken('alice'));
    const statuses = [];
    for (let count = 0; count < 40; count += 1) {
      const address = `198.51.100.${count}`;
      statuses.push(
        (
          await server.http.inject({
            method: 'POST',
            url: '/api/withdraw',
            payload: {},
            headers,
            remoteAddress: address,
          })
        ).statusCode,
      );
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
    const overTrpc = await server.http.inject({
      method: 'POST',
      url: '/trpc/withdrawals.withdraw',
      payload: {},
      headers,
    });
    // ASVS 2.4.1, 4.1.3, 6.3.1, 15.1.3, 15.2.2, 15.3.4
    expect([overTrpc.statusCode, Number(overTrpc.headers['retry-after']) > 0]).toEqual([429, true]);
  });
});
