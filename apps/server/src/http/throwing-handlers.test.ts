// Goal: no handler of the server ends the process, whichever one throws, over HTTP or a websocket. Method: the real server, in which each
// hook, route, listener and handler of errors that is registered throws in its turn while it is called in every way.
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { collectUncaught } from '@glasspool/chains/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import type { FastifyInstance, FastifyServerOptions, RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestServer as Server } from '../testing/a-server.ts';

type Handler = (...args: never[]) => unknown;

/** Names of the handlers in the order of their registration, and the one that throws now. */
const names: string[] = [];
let failing = -1;
const called = new Set<number>();
const isAsync = (handler: Handler): boolean => handler.constructor.name === 'AsyncFunction';

/** The same handler, which throws in its turn. Fastify looks at its length and kind, which a proxy keeps. */
function planted<H extends Handler>(name: string, handler: H): H {
  const index = names.push(name) - 1;
  return new Proxy(handler, {
    apply: (target, self, args) => {
      called.add(index);
      if (index !== failing) return Reflect.apply(target, self, args);
      const error = new Error(`planted in ${name}`);
      if (isAsync(target)) return Promise.reject(error);
      throw error;
    },
  });
}

const STARTUP = ['onRoute', 'onRegister', 'onReady', 'onListen', 'onClose', 'preClose'];

function plantIn(server: FastifyInstance): FastifyInstance {
  server.addHook('onRoute', (route: RouteOptions) => {
    route.handler = planted(`route ${route.method} ${route.url}`, route.handler as Handler) as never;
  });
  for (const method of ['addHook', 'setErrorHandler', 'setNotFoundHandler'] as const) {
    const original: Handler = server[method];
    const wrapped = function (this: FastifyInstance, ...args: unknown[]): unknown {
      const at = args.findLastIndex((arg) => typeof arg === 'function');
      const isStartup = method === 'addHook' && STARTUP.includes(String(args[0]));
      if (at >= 0 && !isStartup)
        args[at] = planted(`${method} ${String(args[0]).slice(0, 20)}`, args[at] as Handler);
      return Reflect.apply(original, this, args);
    };
    Reflect.set(server, method, wrapped);
  }
  return server;
}

let TestServer: typeof Server;
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('fastify', async (importOriginal) => {
    const original = await importOriginal<typeof import('fastify')>();
    return { ...original, default: (options: FastifyServerOptions) => plantIn(original.default(options)) };
  });
  vi.doMock('./guard-handler.ts', async (importOriginal) => {
    const { guardHandler } = await importOriginal<typeof import('./guard-handler.ts')>();
    return {
      guardHandler: (log: never, handler: Handler) =>
        guardHandler(log, planted(`guarded ${handler.name}`, handler) as never),
    };
  });
  ({ TestServer } = await import('../testing/a-server.ts'));
});
afterAll(() => {
  vi.doUnmock('fastify');
  vi.doUnmock('./guard-handler.ts');
  vi.resetModules();
});

const UPGRADE =
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';

/** Sends bytes over a connection of its own, and hears them answered, or not. */
async function send(url: string, head: string, then?: Buffer): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const answered = new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
  socket.write(head.replace('\r\n', `\r\nHost: ${host}\r\n`));
  await Promise.race([answered, setTimeout(300)]);
  if (then !== undefined) {
    const heard = new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
    socket.write(then);
    await Promise.race([heard, setTimeout(300)]);
  }
  socket.destroy();
}

/** A text frame whose mask is zero. */
function frame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

describeEachDatabase('a handler that throws', (open) => {
  it('has its error logged, and the process goes on', async () => {
    names.length = 0;
    await using server = await TestServer.start((await open()).database);
    const url = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const sockets: Socket[] = [];
    server.http.server.on('connection', (socket: Socket) => void sockets.push(socket));
    const post = (path: string, body: string): string =>
      `POST ${path} HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const play = async (): Promise<void> => {
      await Promise.all([
        send(url, 'GET / HTTP/1.1\r\n\r\n'),
        send(url, 'GET /% HTTP/1.1\r\n\r\n'),
        send(url, 'GET /api/nothing HTTP/1.1\r\n\r\n'),
        send(url, 'GET /api/transparency HTTP/1.1\r\n\r\n'),
        send(url, 'PUT /api/auth/login HTTP/1.1\r\n\r\n'),
        send(url, post('/api/auth/login', '{')),
        send(url, post('/trpc/auth.logIn', '{}')),
        send(url, 'GET /trpc/support.getContacts HTTP/1.1\r\n\r\n'),
        send(
          url,
          `GET /trpc HTTP/1.1\r\n${UPGRADE}\r\n`,
          frame('{"id":1,"method":"query","params":{"path":"nothing"}}'),
        ),
        send(url, `GET /trpc HTTP/1.1\r\nOrigin: https://evil.example.org\r\n${UPGRADE}\r\n`),
        send(url, `GET /trpc HTTP/1.1\r\n${UPGRADE}\r\n`, Buffer.from([0x81, 0x01, 0x41])),
        send(url, `GET /healthz HTTP/1.1\r\n${UPGRADE}\r\n`),
      ]);
    };
    await play();
    const met = [...called];
    const ended: string[] = [];
    for (const index of met) {
      failing = index;
      const uncaught = await collectUncaught(play);
      if (uncaught.length > 0) ended.push(`${names[index]}: ${uncaught.join(', ')}`);
    }
    failing = -1;
    expect(ended).toEqual([]);
    expect(met.map((index) => names[index])).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^addHook onRequest/),
        expect.stringMatching(/^addHook onResponse/),
        expect.stringMatching(/^setErrorHandler/),
        expect.stringMatching(/^setNotFoundHandler/),
        expect.stringMatching(/^guarded/),
      ]),
    );
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    // A hook that threw has not ended its own, and the server would wait for it.
    for (const socket of sockets) socket.destroy();
  });
});
