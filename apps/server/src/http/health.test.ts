// Goal: what watches a process learns that it lives, whether it is ready, and nothing of the pool.
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { hashToken } from '../adapters/token-hash.ts';
import { TestServer } from '../testing/a-server.ts';

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
