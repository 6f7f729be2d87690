// Goal: behind the proxy that docs/nginx.conf describes, everything travels over TLS, and calls count as their caller's. Method: that very
// file in a real nginx where there is one, a proxy from npm everywhere, callers at several addresses of loopback, and a real browser.
import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { connect, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, HOW_TO_GET_A_BROWSER, launchChromium, openPage } from './browser.ts';
import { findNginx, HOW_TO_GET_NGINX, type Nginx, startNginx } from './nginx.ts';
import { startNpmProxy } from './npm-proxy.ts';
import { HOST, type ReverseProxy } from './proxy.ts';
import { RestClient, signUp } from './rest-client.ts';
import { RunningServer } from './running-server.ts';

const PASSWORD = 'correct horse battery';
const binary = findNginx();
const executablePath = findChromium();

interface Installation extends AsyncDisposable {
  readonly server: RunningServer;
  /** Of Alice, who is signed in. */
  readonly token: string | undefined;
}

/** The real program, told that a proxy on loopback stands in front of it. */
async function startBehindProxy(): Promise<Installation> {
  const server = await RunningServer.start({
    PUBLIC_URL: `https://${HOST}`,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_FACTOR: '1',
  });
  const client = new RestClient(() => server.url);
  await signUp(client, 'alice@example.org', PASSWORD);
  return { server, token: client.token, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

interface Call {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  /** The address on loopback that the caller has. */
  readonly from?: string;
}

/** A call through a proxy: over TLS, or without it where `httpPort` is given. */
function call(
  proxy: ReverseProxy,
  { path, body, headers = {}, from = '127.0.0.2' }: Call,
  httpPort?: number,
) {
  const send = httpPort === undefined ? httpsRequest : httpRequest;
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }>(
    (resolve, reject) => {
      const request = send(
        {
          host: '127.0.0.1',
          port: httpPort ?? proxy.httpsPort,
          servername: HOST,
          ca: proxy.certificate,
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
function handshake(nginx: Nginx, version: SecureVersion): Promise<string> {
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

/** Proxies that do what docs/nginx.conf says: the one from npm always, nginx where there is one. */
const PROXIES = [
  { name: 'a proxy from npm', start: startNpmProxy },
  ...(binary === undefined
    ? []
    : [{ name: 'nginx with docs/nginx.conf', start: (upstream: string) => startNginx(binary, upstream) }]),
];

describe.each(PROXIES)('a pool behind $name', ({ start }) => {
  let installation: Installation;
  let proxy: ReverseProxy;

  beforeAll(async () => {
    installation = await startBehindProxy();
    proxy = await start(installation.server.url);
  });
  afterAll(async () => {
    await proxy?.[Symbol.asyncDispose]();
    await installation?.[Symbol.asyncDispose]();
  });

  it('keeps one caller’s limits to that caller, whatever address they claim', async () => {
    const guess = (from: string, claimed: string) =>
      call(proxy, {
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
    // Pitfall: behind a proxy all users share the limits of one, or claim any address
    // ASVS 4.1.3
    expect((await guess('127.0.0.3', '127.0.0.2')).status).toBe(400);
  });

  it('names the address that a login came from in its session and in the security log', async () => {
    const login = { email: 'alice@example.org', password: PASSWORD };
    const { text } = await call(proxy, { path: '/api/auth/login', body: login, from: '127.0.0.9' });
    const headers = { authorization: `Bearer ${JSON.parse(text).token}` };
    const sessions = await call(proxy, { path: '/trpc/users.listSessions', headers });
    expect(sessions.text).toContain('"ipAddress":"127.0.0.9"');
    expect(readFileSync(join(installation.server.dataDir, 'server.log'), 'utf8')).toMatch(
      /"event":"auth\.logIn".*"ipAddress":"127\.0\.0\.9"/,
    );
  });

  it('shows the app in a browser, and its websocket stands', async (context) => {
    if (executablePath === undefined) return context.skip(HOW_TO_GET_A_BROWSER);
    await using browser = await launchChromium(executablePath, [
      `--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${proxy.httpsPort}`,
    ]);
    const browserContext = await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: 'block' });
    await browserContext.addInitScript(`localStorage.setItem('access_token', '${installation.token}')`);
    const { page, problems } = await openPage(browserContext);
    await page.goto(`https://${HOST}/home`);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.locator('[data-live=true]').waitFor();
    // The page's own server has a name here, which the list takes for a foreign one.
    const own = `foreign request: https://${HOST}/`;
    expect(problems.filter((problem) => !problem.startsWith(own))).toEqual([]);
  });
});

it('finds an nginx on this machine', (context) => {
  if (binary !== undefined) return;
  if (process.env['CI'] === 'true') expect.fail(HOW_TO_GET_NGINX);
  context.skip(
    `${HOW_TO_GET_NGINX} The tests of docs/nginx.conf did not run; those of a proxy from npm did.`,
  );
});

describe.runIf(binary)('docs/nginx.conf', () => {
  let installation: Installation;
  let nginx: Nginx;

  beforeAll(async () => {
    if (binary === undefined) return;
    installation = await startBehindProxy();
    nginx = await startNginx(binary, installation.server.url);
  });
  afterAll(async () => {
    await nginx?.[Symbol.asyncDispose]();
    await installation?.[Symbol.asyncDispose]();
  });

  it('takes TLS 1.2 or 1.3, and nothing older', async () => {
    expect(await handshake(nginx, 'TLSv1.3')).toBe('TLSv1.3 h2');
    expect(await handshake(nginx, 'TLSv1.2')).toBe('TLSv1.2 h2');
    expect(await handshake(nginx, 'TLSv1.1')).toBe('refused');
    const { headers } = await call(nginx, { path: '/' });
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  });

  it('leads pages on to TLS, and no calls', async () => {
    const page = await call(nginx, { path: '/login?x=1' }, nginx.httpPort);
    expect([page.status, page.headers.location]).toEqual([308, `https://${HOST}/login?x=1`]);
    for (const path of ['/api/get-wallet', '/trpc/auth.logIn', '/api', '/trpc']) {
      const { status, headers } = await call(
        nginx,
        { path, headers: { authorization: `Bearer ${installation.token}` } },
        nginx.httpPort,
      );
      expect([path, status, headers.location]).toEqual([path, 403, undefined]);
    }
    expect(
      (
        await call(nginx, {
          path: '/api/get-wallet',
          headers: { authorization: `Bearer ${installation.token}` },
        })
      ).status,
    ).toBe(200);
  });
});
