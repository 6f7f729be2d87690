// Goal: every answer carries the headers that browsers protect users by, errors and pages that do not exist included, and no answer says
// what the server is made of. Method: the real server; a table of answers of each kind.
import { connect } from 'node:net';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { TestServer } from '../testing/a-server.ts';

const URLS = [
  '/',
  '/login',
  '/reset-password/abc',
  '/nothing-here',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/api/docs/',
  '/api/docs/static/swagger-ui.css',
  '/api/transparency',
  '/api/transparency/snapshots/1/manifest.bin',
  '/api/get-wallet',
  '/api/get-wallet?x=1',
  '/api/nothing',
  '/api/exports/audit-log.csv',
  '/trpc/auth.getMe',
  '/trpc/nothing',
];

describeEachDatabase('an answer of the server', (open) => {
  it('has the headers that protect, and none that tell', async () => {
    await using server = await TestServer.start((await open()).database, { server: { secureCookies: true } });
    for (const url of URLS) {
      const { headers, statusCode } = await server.http.inject({
        url,
        headers: { origin: 'https://evil.example.org' },
      });
      const policy = String(headers['content-security-policy']);
      for (const part of [
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "default-src 'none'",
      ])
        expect([url, policy]).toEqual([url, expect.stringContaining(part)]);
      expect([url, policy.includes('unsafe-')]).toEqual([url, false]);
      // ASVS 1.2.1, 1.2.3, 1.3.2, 1.3.7, 3.2.1, 3.2.2, 3.4.1, 3.4.2, 3.4.3, 3.4.4, 3.4.5, 3.4.6, 3.4.8, 3.7.1, 4.1.1, 14.2.2, 14.2.3, 14.3.2
      if (!url.startsWith('/api/docs')) expect(policy).toContain('report-uri /policy-reports');
      if (!url.startsWith('/api/docs')) expect(policy).toContain("require-trusted-types-for 'script'");
      expect([url, headers['x-content-type-options']]).toEqual([url, 'nosniff']);
      expect([url, headers['referrer-policy']]).toEqual([url, 'no-referrer']);
      expect([url, headers['cross-origin-opener-policy']]).toEqual([url, 'same-origin']);
      expect([url, headers['strict-transport-security']]).toEqual([
        url,
        expect.stringContaining('includeSubDomains'),
      ]);
      const isPublished = /^\/api\/(transparency|openapi)/.test(url);
      expect([url, headers['access-control-allow-origin']]).toEqual([url, isPublished ? '*' : undefined]);
      for (const name of ['server', 'x-powered-by'])
        expect([url, name, headers[name]]).toEqual([url, name, undefined]);
      if (headers['content-type'] !== undefined && !url.includes('swagger-ui.css'))
        expect([url, headers['content-type']]).toEqual([
          url,
          expect.stringMatching(/charset=utf-8|octet-stream|^application\/json$/),
        ]);
      if (/^\/(api|trpc)\//.test(url) && statusCode >= 400)
        expect([url, headers['cache-control']]).toEqual([url, 'no-store']);
    }
  });

  it('is a refusal to a method that the address does not take', async () => {
    await using server = await TestServer.start((await open()).database);
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'] as const) {
      for (const url of ['/api/auth/login', '/trpc/auth.logIn', '/healthz', '/']) {
        const { statusCode } = await server.http.inject({ method, url });
        expect([method, url, statusCode >= 400 && statusCode < 500]).toEqual([method, url, true]);
      }
    }
    // Requests that change something are never GET.
    // ASVS 3.5.3, 13.4.4
    for (const url of ['/api/auth/login', '/api/withdraw', '/api/transfer/invest', '/trpc/auth.logIn'])
      expect([url, (await server.http.inject({ url })).statusCode]).toEqual([
        url,
        expect.toSatisfy((code) => code >= 400),
      ]);
  });

  it('is a refusal to a body that a form of another site could send', async () => {
    await using server = await TestServer.start((await open()).database);
    const payload = '{"email":"alice@example.org","password":"correct horse"}';
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      for (const url of ['/api/auth/login', '/trpc/auth.logIn']) {
        const answer = await server.http.inject({
          method: 'POST',
          url,
          headers: { 'content-type': type },
          payload,
        });
        // ASVS 3.5.2
        expect([type, url, answer.statusCode]).toEqual([type, url, 415]);
      }
    }
  });

  it('is a refusal to a request of two lengths, and what follows is no request', async () => {
    await using server = await TestServer.start((await open()).database);
    const { port } = new URL(await server.http.listen({ host: '127.0.0.1', port: 0 }));
    const inner = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${inner.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    );
    let answers = '';
    for await (const part of socket) answers += String(part);
    // ASVS 4.2.1
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });

  it('holds nothing of a file that is not published', async () => {
    await using server = await TestServer.start((await open()).database);
    for (const url of [
      '/.git/HEAD',
      '/.git/config',
      '/.env',
      '/package.json',
      '/src/main.ts',
      '/assets/',
      '/..%2fpackage.json',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      const { statusCode, headers, body } = await server.http.inject({ url });
      // Nothing, or the app, which says that there is no such page.
      const isPage = String(headers['content-type']).startsWith('text/html');
      expect([url, statusCode === 404 || isPage]).toEqual([url, true]);
      // ASVS 13.4.1, 13.4.3
      expect(body).not.toMatch(/"dependencies"|refs\/heads|\[core\]|Index of/);
    }
  });

  it('has the browser forget what it cached after a logout', async () => {
    await using server = await TestServer.start((await open()).database);
    await server.pool.signUp('alice');
    for (const url of ['/api/auth/logout', '/trpc/auth.logOut']) {
      const authorization = `Bearer ${await server.getToken('alice')}`;
      const answer = await server.http.inject({
        method: 'POST',
        url,
        headers: { authorization },
        payload: {},
      });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      // ASVS 14.3.1
      expect([url, answer.headers['clear-site-data']]).toEqual([url, '"cache"']);
    }
  });

  it('sets cookies that only this host over TLS gets, and no script reads', async () => {
    await using server = await TestServer.start((await open()).database, { server: { secureCookies: true } });
    await server.pool.signUp('alice');
    const payload = { email: 'alice@example.org', password: 'correct horse' };
    const { cookies } = await server.http.inject({ method: 'POST', url: '/api/auth/login', payload });
    expect(cookies).toHaveLength(1);
    // ASVS 3.3.1, 3.3.2, 3.3.3
    for (const cookie of cookies)
      expect(cookie).toMatchObject({
        name: '__Host-glasspool_device',
        secure: true,
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
      });
  });

  it('refuses a part that a file does not have, and a condition that does not hold, in the documented form', async () => {
    await using server = await TestServer.start((await open()).database);
    const refusals = [
      [{ range: 'bytes=99999999-' }, 416, 'RANGE_NOT_SATISFIABLE'],
      [{ 'if-match': '"another"' }, 412, 'PRECONDITION_FAILED'],
      [{ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 412, 'PRECONDITION_FAILED'],
    ] as const;
    for (const [headers, status, code] of refusals) {
      const { statusCode, json } = await server.http.inject({ url: '/mark.svg', headers });
      expect([headers, statusCode, json().error?.code]).toEqual([headers, status, code]);
    }
    for (const range of ['bytes=9999-1', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,3-4,6-7']) {
      const { statusCode } = await server.http.inject({ url: '/mark.svg', headers: { range } });
      expect([range, statusCode < 500]).toEqual([range, true]);
    }
  });
});
