// Goal: what watches a process learns that it lives, whether it is ready, and nothing of the pool.
import { describeEachDatabase } from '@glasspool/db/testing';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { hashToken } from '../adapters/token-hash.ts';
import { TestServer } from '../testing/a-server.ts';
import { createMetrics } from './metrics.ts';
import { createHealthServer } from './server.ts';

describeEachDatabase('a process', (open) => {
  it('is ready with its database and its signer, and lives without', async () => {
    const { database } = await open();
    await using server = await TestServer.start(database);
    const setSigner = (state: 'ok' | 'degraded'): void => {
      server.pool.dependencies = [{ name: 'signer', state, reason: 'silent', sentence: 'Away.', since: 0 }];
    };
    const getStatus = async (url: string): Promise<number> => (await server.http.inject({ url })).statusCode;
    expect([await getStatus('/healthz'), await getStatus('/readyz')]).toEqual([200, 200]);
    setSigner('degraded');
    expect([await getStatus('/healthz'), await getStatus('/readyz')]).toEqual([200, 503]);
    setSigner('ok');
    await database.close();
    expect([await getStatus('/healthz'), await getStatus('/readyz')]).toEqual([200, 503]);
  });

  it.each([
    ['web', 200],
    ['worker', 503],
    ['all', 503],
  ] as const)('answers in the role %s with %i while its signer is away', async (role, status) => {
    const { database } = await open();
    await using server = await TestServer.start(database, { server: { role } });
    server.pool.dependencies = [
      { name: 'signer', state: 'degraded', reason: 'silent', sentence: 'Away.', since: 0 },
    ];
    const answer = await server.http.inject({ url: '/readyz' });
    expect([answer.statusCode, answer.json().role]).toEqual([status, role]);
  });

  it('says that it is not ready before it closes, and still answers', async () => {
    const { database } = await open();
    const draining = new AbortController();
    await using server = await TestServer.start(database, { server: { draining: draining.signal } });
    const getStatus = async (url: string): Promise<number> => (await server.http.inject({ url })).statusCode;
    expect(await getStatus('/readyz')).toBe(200);
    draining.abort();
    expect([await getStatus('/readyz'), await getStatus('/api/transparency')]).toEqual([503, 200]);
  });

  it('answers monitors and nothing else when it serves no users', async () => {
    const { database } = await open();
    await using server = await TestServer.start(database);
    const { deps } = server;
    const log = pino({ level: 'silent' });
    const health = await createHealthServer({
      ...{ deps, log, metrics: createMetrics(deps), metricsGuard: 'open', role: 'worker' },
    });
    const getStatus = async (url: string): Promise<number> => (await health.inject({ url })).statusCode;
    expect([await getStatus('/readyz'), await getStatus('/healthz'), await getStatus('/metrics')]).toEqual([
      200, 200, 200,
    ]);
    for (const url of ['/', '/api/transparency', '/trpc/auth.getMe', '/login'])
      expect([url, await getStatus(url)]).toEqual([url, 404]);
    await health.close();
  });

  it('shows its metrics to who knows the token, and elsewhere has no such page', async () => {
    const { database } = await open();
    const token = 'a token of sixteen';
    await using guarded = await TestServer.start(database, {
      server: { metricsGuard: { tokenHash: hashToken(token) } },
    });
    const getStatus = async (authorization: string): Promise<number> =>
      (await guarded.http.inject({ url: '/metrics', headers: { authorization } })).statusCode;
    expect([
      await getStatus(`Bearer ${token}`),
      await getStatus(`Bearer ${token}x`),
      await getStatus(''),
    ]).toEqual([200, 404, 404]);
    await using closed = await TestServer.start(database);
    expect((await closed.http.inject({ url: '/metrics' })).statusCode).toBe(404);
  });
});
