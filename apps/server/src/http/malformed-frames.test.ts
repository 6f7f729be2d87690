// Goal: whatever arrives over a websocket, and whatever fails behind it, the process goes on. Method: the real server; frames that no
// client library would send, from a plain socket; every procedure and the subscription while no statement of the database is carried out.
import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { appRouter } from '@glasspool/api';
import { collectUncaught } from '@glasspool/chains/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { expect, it } from 'vitest';
import { TestServer } from '../testing/a-server.ts';
import { TestSocket } from '../testing/a-socket.ts';

const CLOSE_MS_MAX = 10_000;
const MASK = Buffer.from([1, 2, 3, 4]);
/** Text frame, masked, with `length` in the header and nothing behind it. */
const announcing = (length: bigint): Buffer => {
  const header = Buffer.alloc(10);
  header.set([0x81, 0xff]);
  header.writeBigUInt64BE(length, 2);
  return Buffer.concat([header, MASK]);
};
const masked = (firstByte: number, payload: string | number[]): Buffer => {
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : Buffer.from(payload);
  const body = bytes.map((byte, index) => byte ^ (MASK[index % MASK.length] ?? 0));
  return Buffer.concat([Buffer.from([firstByte, 0x80 | bytes.length]), MASK, body]);
};

/** RFC 6455, sections 5.2 to 5.5 and 8.1: each is to be answered by the end of the connection. */
const FRAMES: readonly (readonly [string, Buffer])[] = [
  ['a length above the bound', announcing(70_000n)],
  ['a length of 63 bits', announcing(2n ** 63n - 1n)],
  ['a length of 64 bits', announcing(2n ** 64n - 1n)],
  ['no mask', Buffer.from([0x81, 0x01, 0x41])],
  ['reserved bits', masked(0xf1, 'A')],
  ['a reserved operation', masked(0x83, 'A')],
  ['text that is not UTF-8', masked(0x81, [0xff])],
  ['a continuation of nothing', masked(0x80, 'A')],
  ['a close frame of one byte', masked(0x88, 'A')],
  ['a close frame with a forbidden code', masked(0x88, [0x03, 0xec])],
  ['a ping in parts', masked(0x09, 'A')],
];

/** Messages in a good frame that are no call of tRPC. */
const MESSAGES: readonly string[] = [
  '',
  '{',
  'null',
  '[]',
  '[null]',
  '{}',
  '{"id":null,"method":"query","params":{"path":"support.getContacts"}}',
  '{"id":1,"method":"query"}',
  '{"id":1,"method":"query","params":null}',
  '{"id":1,"method":"query","params":{"path":"__proto__"}}',
  '{"id":1,"method":"query","params":{"path":"constructor"}}',
  '{"id":1,"method":"mutation","params":{"path":"support.getContacts"}}',
  '{"id":1,"method":"subscription","params":{"path":"support.getContacts"}}',
  '{"id":1,"method":"subscription","params":{"path":"events.onChange","lastEventId":{}}}',
  '{"id":1,"method":"subscription.stop"}',
  '{"id":{},"method":"query","params":{"path":"support.getContacts"}}',
  `[${'{"id":1,"method":"query","params":{"path":"support.getContacts"}},'.repeat(20)}{}]`,
];

describeEachDatabase('a websocket, with whatever arrives over it', (open) => {
  async function upgrade(
    url: string,
    origin?: string,
  ): Promise<{ status: string; send(frame: Buffer): Promise<void> }> {
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname);
    const closed = once(socket, 'close');
    socket.on('error', () => undefined);
    socket.write(
      `GET /trpc HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${origin === undefined ? '' : `Origin: ${origin}\r\n`}\r\n`,
    );
    const [first] = await once(socket, 'data');
    return {
      status: String(first).split(' ')[1] ?? '',
      send: async (frame) => {
        socket.write(frame);
        await closed;
      },
    };
  }

  it.each(FRAMES)('ends the connection alone that sends %s', async (_what, frame) => {
    await using server = await TestServer.start((await open()).database);
    const url = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const uncaught = await collectUncaught(async () => {
      const { status, send } = await upgrade(url);
      expect(status).toBe('101');
      await send(frame);
    });
    expect(uncaught).toEqual([]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('refuses a page of another site before it may send a frame', async () => {
    await using server = await TestServer.start((await open()).database);
    const url = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const uncaught = await collectUncaught(async () => {
      const { status, send } = await upgrade(url, 'https://evil.example.org');
      expect(status).toBe('403');
      await send(announcing(70_000n));
    });
    expect(uncaught).toEqual([]);
    expect(server.http.websocketServer.clients.size).toBe(0);
  });

  it('answers messages that are no calls, and goes on', async () => {
    await using server = await TestServer.start((await open()).database);
    const url = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const uncaught = await collectUncaught(async () => {
      await using socket = await TestSocket.open(url);
      for (const message of MESSAGES) socket.sendText(message);
      const { result } = await socket.call('query', 'support.getContacts');
      expect(result).toBeDefined();
      expect(socket.texts.filter((text) => text.includes('INTERNAL'))).toEqual([]);
      expect(socket.texts.join('\n')).toContain('PARSE_ERROR');
    });
    expect(uncaught).toEqual([]);
  });

  it('goes on when any procedure, or the subscription, ends in an error of ours', async () => {
    const { connectStoppable } = await open();
    const { database, stopBefore, resume } = connectStoppable();
    await using server = await TestServer.start(database);
    await server.pool.signUp('alice');
    const tokens = [await server.getToken('alice'), await server.staffToken('root')];
    const url = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const router: AnyTRPCRouter = appRouter;
    const codes = new Set<unknown>();
    const uncaught = await collectUncaught(async () => {
      for (const token of tokens) {
        await using socket = await TestSocket.open(url, token);
        await socket.call('query', 'support.getContacts');
        stopBefore(1);
        for (const [path, { _def }] of Object.entries<AnyTRPCProcedure>(router._def.procedures)) {
          const { error } = await socket.call(_def.type, path);
          codes.add(error?.data.poolCode);
        }
        resume();
      }
    });
    expect(uncaught).toEqual([]);
    expect(codes).toContain('INTERNAL');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('goes on when the session of a subscription cannot be looked up', async () => {
    const { connectStoppable } = await open();
    const { database, stopBefore, resume } = connectStoppable();
    await using server = await TestServer.start(database);
    const alice = await server.pool.signUp('alice');
    const url = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const uncaught = await collectUncaught(async () => {
      await using socket = await TestSocket.open(url, await server.getToken('alice'));
      await socket.call('subscription', 'events.onChange');
      stopBefore(1);
      server.deps.events.emit(alice, 'session.ended');
      await socket.heard('INTERNAL');
      resume();
    });
    expect(uncaught).toEqual([]);
  });

  it.each(['/%', '/no-such-page', '/api/no-such-path', '/trpc/%ff'])(
    'keeps no connection of a request to upgrade that is answered instead: %s',
    async (path) => {
      await using server = await TestServer.start((await open()).database);
      const { port } = new URL(await server.http.listen({ host: '127.0.0.1', port: 0 }));
      for (let count = 0; count < 5; count += 1) {
        const socket = connect(Number(port), '127.0.0.1');
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
            'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n',
        );
        socket.resume();
        await once(socket, 'close');
      }
      const getConnections = promisify(server.http.server.getConnections.bind(server.http.server));
      await expect.poll(() => getConnections(), { timeout: CLOSE_MS_MAX }).toBe(0);
    },
  );
});
