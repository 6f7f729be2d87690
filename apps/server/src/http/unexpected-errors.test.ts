// Goal: an error that no one foresaw is in the log with its request, and the answer says nothing of it. Method: the real server, whose
// hasher of passwords fails.
import { Database } from '@glasspool/db';
import { describeEachDatabase } from '@glasspool/db/testing';
import { TestLine } from '@glasspool/db/testing-line';
import { createDatabase } from '@glasspool/db/testing-postgres';
import { expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../adapters/logger.ts';
import { TestServer } from '../testing/a-server.ts';

describeEachDatabase('an unexpected error', (open) => {
  it.each(['/api/auth/login', '/trpc/auth.logIn'])(
    'is logged with its request, and not told by %s',
    async (url) => {
      const lines: Record<string, unknown>[] = [];
      const log = createLogger({
        level: 'warn',
        dataDir: undefined,
        destination: { write: (line) => void lines.push(JSON.parse(line)) },
      });
      await using server = await TestServer.start((await open()).database, { log });
      await server.pool.signUp('alice');
      vi.spyOn(server.deps.passwords, 'verify').mockRejectedValue(
        new Error('the hasher at 10.1.2.3 is gone'),
      );
      const payload = { email: 'alice@example.org', password: 'correct horse' };
      const { statusCode, body } = await server.http.inject({ method: 'POST', url, payload });
      expect(statusCode).toBe(500);
      expect(body).toContain('INTERNAL');
      expect(body).not.toMatch(/hasher|10\.1\.2\.3|at .*\.ts/);
      const [requestId] = /req-[\w-]+|(?<="requestId":")[^"]+/.exec(body) ?? [];
      // ASVS 16.3.4, 16.5.1
      expect(lines).toContainEqual(
        expect.objectContaining({
          level: 50,
          requestId,
          err: expect.objectContaining({
            message: expect.stringContaining('the hasher at 10.1.2.3 is gone'),
          }),
        }),
      );
    },
  );

  it.each(['/api/auth/login', '/trpc/auth.logIn'])(
    'is no mistake of the caller of %s when another program breaks a schema between it and the pool',
    async (url) => {
      await using server = await TestServer.start((await open()).database);
      await server.pool.signUp('alice');
      const answer = z.object({ blockHeight: z.number() }).safeParse({});
      vi.spyOn(server.deps.passwords, 'verify').mockRejectedValue(answer.error);
      const payload = { email: 'alice@example.org', password: 'correct horse' };
      const { statusCode, body } = await server.http.inject({ method: 'POST', url, payload });
      expect(statusCode).toBe(500);
      expect(body).toContain('INTERNAL');
      expect(body).not.toContain('blockHeight');
    },
  );

  it('is no mistake of the caller when our own answer breaks its contract', async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLogger({ level: 'warn', dataDir: undefined, destination });
    await using server = await TestServer.start((await open()).database, { log });
    Reflect.set(server.deps.settings.contacts, 'email', 5);
    const { statusCode, body } = await server.http.inject({ url: '/trpc/support.getContacts' });
    expect(statusCode).toBe(500);
    expect(body).toContain('INTERNAL');
    expect(lines.join('')).toContain('Output validation failed');
  });
});

it.each(['/api/get-wallet', '/trpc/wallets.getWallet'])(
  'names the request in the answer of %s while the database is away',
  async (url) => {
    const postgres = inject('postgresUrl');
    const name = `away_request_${url.length}`;
    await createDatabase(postgres, name, true);
    await using line = await TestLine.start(postgres);
    // The line is to a PostgreSQL server.
    const database = new Database(() => `${line.url}/${name}` as `postgres://${string}`, { serves: true });
    await using server = await TestServer.start(database);
    await server.pool.signUp('alice');
    const headers = { authorization: `Bearer ${await server.getToken('alice')}` };
    expect((await server.http.inject({ url, headers })).statusCode).toBe(200);
    line.fault = 'refused';
    line.cut();
    const { statusCode, body } = await server.http.inject({ url, headers });
    expect([statusCode, body]).toEqual([503, expect.stringMatching(/"requestId":"req-\w+"/)]);
    await database.close();
  },
);
