// Goal: a program elsewhere finds out what it may do: which methods an address takes, what is left of its limit, and, in a browser on another
// site, what is published, and nothing else. Method: the real server; a real withdrawal in each of its states.
import { describeEachDatabase } from '@glasspool/db/testing';
import { createApiKey } from '@glasspool/identity/api-keys';
import { expect, it } from 'vitest';
import { createLimits } from '../adapters/rate-limits.ts';
import { TestServer } from '../testing/a-server.ts';

const PUBLISHED = '/api/transparency';
const PRIVATE = '/api/get-wallet';

describeEachDatabase('a program elsewhere', (open) => {
  it('is told which methods an address takes', async () => {
    await using server = await TestServer.start((await open()).database);
    for (const [method, url, allow] of [
      ['DELETE', '/api/withdraw', 'POST'],
      ['GET', '/api/withdraw', 'POST'],
      ['PUT', '/api/get-wallet', 'GET, HEAD'],
      ['PATCH', '/api/withdrawals/wdr_01J9Z3V5Q4K7R8S9T0V1W2X3Y4', 'GET, HEAD'],
      ['POST', '/api/transparency/snapshots/1/manifest.bin', 'GET, HEAD'],
      ['POST', '/api/exports/users.csv', 'GET, HEAD'],
      ['PUT', '/', 'GET, HEAD, POST'],
    ] as const) {
      const { statusCode, headers, body } = await server.http.inject({ method, url });
      expect([method, url, statusCode, headers.allow]).toEqual([method, url, 405, allow]);
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } });
    }
    for (const method of ['GET', 'PUT'] as const) {
      const unknown = await server.http.inject({ method, url: '/api/no-such-path' });
      expect([unknown.statusCode, unknown.headers.allow]).toEqual([404, undefined]);
    }
  });

  it.each(['//api/auth/me', '/API/auth/me', '///trpc/x', '/api?x', '/Trpc'])(
    'is told of an unknown path in JSON, never by a page: %s',
    async (url) => {
      await using server = await TestServer.start((await open()).database);
      const { statusCode, headers } = await server.http.inject({ url });
      expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    },
  );

  it('logs out with the type of a body and no body', async () => {
    await using server = await TestServer.start((await open()).database);
    await server.pool.signUp('alice');
    const headers = {
      authorization: `Bearer ${await server.getToken('alice')}`,
      'content-type': 'application/json',
    };
    const post = (url: string) => server.http.inject({ method: 'POST', url, headers, payload: '' });
    expect((await post('/api/withdraw')).json()).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    expect((await post('/api/auth/logout')).statusCode).toBe(200);
    expect((await server.http.inject({ url: PRIVATE, headers })).statusCode).toBe(401);
  });

  it('is told what is left of its limit, also where the answer comes from memory, and when it is over', async () => {
    const limits = createLimits({ store: undefined, factor: 1 / 300 });
    await using server = await TestServer.start((await open()).database, { server: { limits } });
    const answers = [];
    for (let call = 0; call < 5; call += 1) answers.push(await server.http.inject({ url: PUBLISHED }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 429]);
    expect(answers.map(({ headers }) => String(headers['ratelimit']).replace(/t=\d+/, 't=T'))).toEqual([
      '"read";r=3;t=T',
      '"read";r=2;t=T',
      '"read";r=1;t=T',
      '"read";r=0;t=T',
      '"read";r=0;t=T',
    ]);
    expect(answers[0]?.headers['ratelimit-policy']).toBe('"read";q=4;w=60');
    expect(Number(answers[4]?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('reads from a page of another site what is published, and nothing of an account', async () => {
    await using server = await TestServer.start((await open()).database);
    const origin = 'https://auditor.example';
    for (const url of [
      PUBLISHED,
      '/api/transparency/snapshots?limit=1',
      '/api/transparency/snapshots/1/manifest.bin',
      '/api/transactions/get-transactions',
      '/api/openapi.json',
    ]) {
      const { headers } = await server.http.inject({ url, headers: { origin } });
      expect([url, headers['access-control-allow-origin']]).toEqual([url, '*']);
      expect([url, headers['cross-origin-resource-policy']]).toEqual([url, 'cross-origin']);
      expect([url, headers['access-control-allow-credentials']]).toEqual([url, undefined]);
    }
    for (const url of [
      PRIVATE,
      '/api/transactions/user-transactions',
      '/api/transparency-of-others',
      '/api/auth/me',
    ]) {
      const { headers } = await server.http.inject({ url, headers: { origin } });
      expect([url, headers['access-control-allow-origin']]).toEqual([url, undefined]);
      expect([url, headers['cross-origin-resource-policy']]).toEqual([url, 'same-origin']);
    }
    const ask = (url: string, method: string, header: string) =>
      server.http.inject({
        method: 'OPTIONS',
        url,
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': header,
        },
      });
    const published = await ask(PUBLISHED, 'GET', 'if-none-match');
    expect([published.statusCode, published.headers['access-control-allow-headers']]).toEqual([
      204,
      'if-none-match',
    ]);
    expect(published.headers['access-control-allow-methods']).toBe('GET, HEAD');
    for (const url of [PRIVATE, '/api/withdraw', '/trpc/auth.logIn']) {
      const { headers } = await ask(url, 'POST', 'authorization');
      expect([url, headers['access-control-allow-origin']]).toEqual([url, undefined]);
      expect([url, headers['access-control-allow-methods']]).toEqual([url, undefined]);
    }
  });

  it('reads one withdrawal of its owner with each of its states, and no other', async () => {
    await using server = await TestServer.start((await open()).database);
    const { pool } = server;
    const alice = await pool.signUp('alice');
    await pool.signUp('mallory');
    await pool.deposit(alice, 'USDT', '500');
    const token = await server.getToken('alice');
    const call = async (url: string, bearer: string, payload?: object) => {
      const answer = await server.http.inject({
        method: payload === undefined ? 'GET' : 'POST',
        url,
        headers: { authorization: `Bearer ${bearer}` },
        ...(payload && { payload }),
      });
      return { status: answer.statusCode, body: JSON.parse(answer.body) };
    };
    await call('/api/transfer/wallet', token, { currency: 'USDT', amount: '500' });
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    const quote = await call(`/api/withdrawal-quote?currency=USDT&address=${address}&amount=12.5`, token);
    expect([quote.status, quote.body.isNewPayee]).toEqual([200, true]);
    const { body } = await call('/api/withdraw', token, { currency: 'USDT', amount: '12.5', address });
    const url = `/api/withdrawals/${body.data.id}`;
    const { key } = await createApiKey(server.deps, {
      actor: await server.getActor(token),
      name: 'Bot',
      password: 'correct horse',
      scope: 'read',
    });
    const found = await call(url, key);
    expect(found.body.data).toMatchObject({
      id: body.data.id,
      amount: '12.500000',
      address,
      state: 'approved',
    });
    await call('/api/withdraw/cancel', token, { id: body.data.id });
    const states = (await call(url, token)).body.data.states.map(({ state }: { state: string }) => state);
    expect(states).toEqual(['requested', 'approved', 'cancelled']);
    expect((await call(url, await server.getToken('mallory'))).status).toBe(404);
    expect((await call('/api/withdrawals/wdr_1', token)).status).toBe(400);
  });

  it('reads reviews, notices and proposals as staff, and decides over REST as over the page', async () => {
    await using server = await TestServer.start((await open()).database);
    await server.pool.signUp('alice');
    const [admin, user] = [await server.staffToken('admin'), await server.getToken('alice')];
    for (const url of ['/api/reviews', '/api/notices', '/api/terms/proposal']) {
      const as = async (token: string) =>
        (await server.http.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
      expect([url, await as(admin), await as(user)]).toEqual([url, 200, 403]);
    }
    for (const url of [
      '/api/reviews/decide',
      '/api/reserve',
      '/api/terms',
      '/api/terms/proposal',
      '/api/notices/read',
    ]) {
      const answer = await server.http.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${user}` },
        payload: {},
      });
      expect([url, answer.statusCode]).toEqual([url, 403]);
    }
  });

  it('reads what the start page shows in one answer, which is another one after a deposit', async () => {
    await using server = await TestServer.start((await open()).database);
    const read = async () =>
      JSON.parse((await server.http.inject({ url: '/api/transparency/overview' })).body);
    const fresh = await read();
    expect(fresh).toMatchObject({
      network: 'testnet',
      snapshot: null,
      snapshots: 0,
      runs: [],
      transactions: [],
    });
    const alice = await server.pool.signUp('alice');
    await server.pool.deposit(alice, 'USDT', '12.5');
    const later = await read();
    expect(later.currencies[0]).toMatchObject({
      currency: 'USDT',
      held: '12.500000',
      owedToUsers: '12.500000',
    });
    expect(later.transactions).toMatchObject([{ type: 'deposit', amount: '12.500000', status: 'success' }]);
    // No whole address of a user is published.
    expect(later.transactions[0].to).toMatch(/^\w{10}…\w{10}$/);
    expect(JSON.parse((await server.http.inject({ url: '/api/transparency/history' })).body)).toMatchObject({
      status: true,
      data: [],
    });
  });
});
