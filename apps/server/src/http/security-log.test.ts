// Goal: a search for attacks finds each login, each refusal and each change of a secret in the log, with who and from where, and
// nothing that was typed. Method: the real server over REST and tRPC, with a log that shows warnings only.
import { describeEachDatabase } from '@glasspool/db/testing';
import { createApiKey } from '@glasspool/identity/api-keys';
import { expect, it } from 'vitest';
import { createLogger } from '../adapters/logger.ts';
import { TestServer } from '../testing/a-server.ts';

const EMAIL = 'alice@example.org';
const PASSWORD = 'correct horse';

describeEachDatabase('the security log', (open) => {
  async function running() {
    const lines: Record<string, unknown>[] = [];
    const write = (line: string): void => {
      const parsed = JSON.parse(line);
      if (parsed.msg === 'security') lines.push(parsed);
    };
    const log = createLogger({ level: 'warn', dataDir: undefined, destination: { write } });
    const server = await TestServer.start((await open()).database, { log });
    const userId = await server.pool.signUp('alice');
    const post = (url: string, payload: object, token?: string) =>
      server.http.inject({
        method: 'POST',
        url,
        payload,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
    return { server, lines, userId, post };
  }

  const outcomes = (lines: readonly Record<string, unknown>[]) =>
    lines.map(({ event, outcome, userId }) => [event, outcome, userId]);

  it('has each login, right and wrong, and says who', async () => {
    const { server, lines, userId, post } = await running();
    await using _server = server;
    await post('/api/auth/login', { email: EMAIL, password: 'not-it-4711' });
    await post('/trpc/auth.logIn', { email: EMAIL, password: PASSWORD });
    expect(outcomes(lines)).toEqual([
      ['auth.logIn', 'INVALID_LOGIN', undefined],
      ['session.started', 'done', userId],
      ['auth.logIn', 'done', undefined],
    ]);
    expect(lines.map(({ level }) => level)).toEqual([40, 30, 30]);
    for (const line of lines)
      expect(line).toMatchObject({ ipAddress: '127.0.0.1', requestId: expect.any(String) });
    // ASVS 16.2.1, 16.3.1
    expect(JSON.stringify(lines)).not.toMatch(/not-it-4711|correct horse|alice@/);
  });

  it('has each refusal of what someone may not do, and each change of what guards an account', async () => {
    const { server, lines, userId, post } = await running();
    await using _server = server;
    const token = await server.getToken('alice');
    const actor = await server.getActor(token);
    const { key } = await createApiKey(server.deps, {
      actor,
      name: 'Bot',
      scope: 'read',
      password: PASSWORD,
    });
    await post('/trpc/hotWallet.resumePayouts', { reason: 'Mine.' }, token);
    await post('/api/withdraw', {}, key);
    await post('/api/transfer/invest', { currency: 'USDT', isAdmin: true }, token);
    await post('/trpc/users.changePassword', { currentPassword: 'no', newPassword: 'a new password' }, token);
    await post(
      '/trpc/users.changePassword',
      { currentPassword: PASSWORD, newPassword: 'a new password' },
      token,
    );
    await post('/trpc/notices.markNoticesRead', {});
    expect(outcomes(lines)).toEqual([
      ['hotWallet.resumePayouts', 'FORBIDDEN', userId],
      ['withdrawals.withdraw', 'API_KEY_NOT_ALLOWED', userId],
      ['investments.invest', 'INVALID_INPUT', userId],
      ['users.changePassword', 'CURRENT_PASSWORD_WRONG', userId],
      ['users.changePassword', 'done', userId],
      ['notices.markNoticesRead', 'NOT_SIGNED_IN', undefined],
    ]);
    // ASVS 16.3.2, 16.3.3
    expect(lines[1]).toMatchObject({ apiKeyId: expect.stringMatching(/^key_/) });
  });

  it('has nothing of calls that anyone may make', async () => {
    const { server, lines } = await running();
    await using _server = server;
    await server.http.inject({ url: '/api/transparency' });
    await server.http.inject({ url: '/trpc/support.getContacts' });
    expect(lines).toEqual([]);
  });

  it('has what the policy stopped in a browser, without what was secret in an address', async () => {
    const { server, lines } = await running();
    await using _server = server;
    const send = (body: unknown) =>
      server.http.inject({
        method: 'POST',
        url: '/policy-reports',
        headers: { 'content-type': 'application/csp-report' },
        payload: JSON.stringify(body),
      });
    const reports = [
      {
        'violated-directive': 'script-src-attr',
        'blocked-uri': 'inline',
        'document-uri': 'http://glasspool.test/reset-passord/s3cret?x=1',
      },
      { 'effective-directive': 'img-src', 'blocked-uri': 'https://evil.example.org/?q=s3cret' },
    ];
    for (const report of reports) expect((await send({ 'csp-report': report })).statusCode).toBe(204);
    expect(lines).toMatchObject([
      {
        event: 'policy.violated',
        directive: 'script-src-attr',
        blocked: 'inline',
        page: 'http://glasspool.test/reset-password/[hidden]',
      },
      { event: 'policy.violated', directive: 'img-src', blocked: 'https://evil.example.org/' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('s3cret');
    const before = lines.length;
    for (const wrong of [[], {}, 'x', { 'csp-report': 1 }, { 'csp-report': { 'blocked-uri': {} } }])
      expect([wrong, (await send(wrong)).statusCode]).toEqual([wrong, 400]);
    // ASVS 3.4.7, 16.3.3
    expect(lines).toHaveLength(before);
  });
});
