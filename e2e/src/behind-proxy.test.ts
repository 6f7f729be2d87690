// Goal: behind the proxy that docs/nginx.conf describes, everything travels over TLS, and calls count as their caller's. Method: that very
// file in a real nginx, callers at several addresses of loopback, and a real browser.
import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { connect, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, HOW_TO_GET_A_BROWSER, launchChromium, openPage } from './browser.ts';
import { findNginx, HOST, HOW_TO_GET_NGINX, type Nginx, startNginx } from './nginx.ts';
import { RestClient, signUp } from './rest-client.ts';
import { RunningServer } from './running-server.ts';

const PASSWORD = 'correct horse battery';
const binary = findNginx();
const executablePath = findChromium();

let server: RunningServer;
let nginx: Nginx;
let token: string | undefined;

beforeAll(async () => {
  if (binary === undefined) return;
  server = await RunningServer.start({
    PUBLIC_URL: `https://${HOST}`,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_FACTOR: '1',
  });
  nginx = await startNginx(binary, server.url);
  const client = new RestClient(() => server.url);
  await signUp(client, 'alice@example.org', PASSWORD);
  token = client.token;
});
afterAll(async () => {
  await nginx?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

interface Call {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  /** The address on loopback that the caller has. */
  readonly from?: string;
}

/** A call through the proxy, over TLS unless it is said otherwise. */
function call({ path, body, headers = {}, from = '127.0.0.2' }: Call, isSecure = true) {
  const send = isSecure ? httpsRequest : httpRequest;
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }>(
    (resolve, reject) => {
      const request = send(
        {
          host: '127.0.0.1',
          port: isSecure ? nginx.httpsPort : nginx.httpPort,
          servername: HOST,
          ca: nginx.certificate,
          localAddress: from,
          path,
          method: body === undefined ? 'GET' : 'POST',
          headers: { host: HOST, 'content-type': 'application/json', ...headers },
        },
        (response) => {
          let text = '';
          response.on('data', (chunk) => (text += String(chunk)));
          response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
        },
      );
      request.on('error', reject).end(body && JSON.stringify(body));
    },
  );
}

/** The protocol that a client and the proxy agree on, or why they do not. */
function handshake(version: SecureVersion): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({
      host: '127.0.0.1',
      port: nginx.httpsPort,
      servername: HOST,
      ca: nginx.certificate,
      minVersion: version,
      maxVersion: version,
      ALPNProtocols: ['h2'],
      // OpenSSL itself offers the old versions at this level only.
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    socket.on('secureConnect', () => {
      resolve(`${socket.getProtocol()} ${socket.alpnProtocol}`);
      socket.destroy();
    });
    socket.on('error', () => resolve('refused'));
  });
}

describe('behind the proxy of docs/nginx.conf', () => {
  it('there is an nginx', (context) => {
    if (binary !== undefined) return;
    if (process.env['CI'] === 'true') expect.fail(HOW_TO_GET_NGINX);
    context.skip(HOW_TO_GET_NGINX);
  });

  it.runIf(binary)('TLS is 1.2 or 1.3, and nothing older', async () => {
    expect(await handshake('TLSv1.3')).toBe('TLSv1.3 h2');
    expect(await handshake('TLSv1.2')).toBe('TLSv1.2 h2');
    expect(await handshake('TLSv1.1')).toBe('refused');
    const { headers } = await call({ path: '/' });
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  });

  it.runIf(binary)('pages are led on to TLS, and calls are not', async () => {
    const page = await call({ path: '/login?x=1' }, false);
    expect([page.status, page.headers.location]).toEqual([308, `https://${HOST}/login?x=1`]);
    for (const path of ['/api/get-wallet', '/trpc/auth.logIn', '/api', '/trpc']) {
      const { status, headers } = await call({ path, headers: { authorization: `Bearer ${token}` } }, false);
      expect([path, status, headers.location]).toEqual([path, 403, undefined]);
    }
    expect(
      (await call({ path: '/api/get-wallet', headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(200);
  });

  it.runIf(binary)('one caller’s limits are theirs alone, whatever address they claim', async () => {
    const guess = (from: string, claimed: string) =>
      call({
        path: '/api/auth/verify-otp',
        body: { email: 'bob@example.org', otp: '123456' },
        headers: { 'x-forwarded-for': claimed },
        from,
      });
    let guesses = 0;
    while ((await guess('127.0.0.2', `203.0.113.${guesses}`)).status !== 429) {
      guesses += 1;
      expect(guesses).toBeLessThan(200);
    }
    expect((await guess('127.0.0.3', '127.0.0.2')).status).toBe(400);
  });

  it.runIf(binary)('a session and the security log name the address that a login came from', async () => {
    const login = { email: 'alice@example.org', password: PASSWORD };
    const { text } = await call({ path: '/api/auth/login', body: login, from: '127.0.0.9' });
    const headers = { authorization: `Bearer ${JSON.parse(text).token}` };
    const sessions = await call({ path: '/trpc/users.listSessions', headers });
    expect(sessions.text).toContain('"address":"127.0.0.9"');
    expect(readFileSync(join(server.dataDir, 'server.log'), 'utf8')).toMatch(
      /"event":"auth\.logIn".*"address":"127\.0\.0\.9"/,
    );
  });

  it.runIf(binary)('a browser shows the app, and its websocket stands', async (context) => {
    if (executablePath === undefined) return context.skip(HOW_TO_GET_A_BROWSER);
    await using browser = await launchChromium(executablePath, [
      `--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${nginx.httpsPort}`,
    ]);
    const browserContext = await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: 'block' });
    await browserContext.addInitScript(`localStorage.setItem('access_token', '${token}')`);
    const { page, problems } = await openPage(browserContext);
    await page.goto(`https://${HOST}/home`);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.locator('[data-live=true]').waitFor();
    // The page's own server has a name here, which the list takes for a foreign one.
    const own = `foreign request: https://${HOST}/`;
    expect(problems.filter((problem) => !problem.startsWith(own))).toEqual([]);
  });
});
