// Goal: an error that no one foresaw is in the log with its request, and the answer says nothing of it. Method: the real server, whose
// hasher of passwords fails.
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it, vi } from 'vitest';
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
});
