// Goal: what is cheap to send is cheap to refuse: inputs made to keep the server busy, addresses that cannot be read, encodings that
// no server knows. Each is refused in the documented form, without a statement of the database. Method: the real server; a database that
// fails at the next statement, so that one would show as an error of ours.
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createLimits } from '../adapters/rate-limits.ts';
import { TestServer } from '../testing/a-server.ts';

const BYTES_MAX = 60_000;
const fill = (part: string): string => part.repeat(Math.floor(BYTES_MAX / part.length));
const nested = (open: string, close: string, count: number, inner = '1'): string =>
  open.repeat(count) + inner + close.repeat(count);

const BODIES: readonly (readonly [string, string])[] = [
  ['3,000 levels around 28,000 numbers', `{"email":${nested('[', ']', 3_000, `${'1,'.repeat(26_000)}1`)}}`],
  ['28,000 levels of arrays', `{"email":${nested('[', ']', 28_000)}}`],
  ['10,000 levels of objects', `{"email":${nested('{"a":', '}', 10_000)}}`],
  ['objects and arrays in turn', `{"email":${nested('[{"a":', '}]', 7_000)}}`],
  ['28,000 numbers', `{"email":[${'1,'.repeat(28_000)}1]}`],
  [
    'thousands of unknown fields',
    `{${Array.from({ length: 4_000 }, (_, index) => `"f${index}":1`).join(',')}}`,
  ],
  ['one field thousands of times', `{${fill('"email":1,')}"email":1}`],
  ['a long text', `{"email":"${fill('a')}"}`],
  ['a long text of at signs', `{"email":"${fill('a@')}"}`],
  ['a number of 60,000 digits', `{"amount":${fill('9')}}`],
  ['a text of 60,000 digits', `{"amount":"${fill('9')}"}`],
  ['escapes', `{"email":"${fill('\\u0041')}"}`],
  ['a forbidden character at the end', `{"email":"${fill('a')}\\u0000"}`],
  ['brackets that never close', fill('[')],
  ['no JSON', fill('a')],
];
const PATHS = [
  '/api/transfer/invest',
  '/api/auth/login',
  '/api/auth/send-otp',
  '/trpc/auth.logIn',
  '/trpc/auth.logIn?batch=1',
];
const ADDRESSES = [
  '/%',
  '/api/%',
  '/%E0%A4%A',
  '/trpc/%ff',
  `/api/${'%'.repeat(1_000)}`,
  '/api/transactions/%c0%ae',
];
const REFUSALS = [400, 401, 403, 404, 413, 415, 422];

describeEachDatabase('the server against requests that are cheap to send', (open) => {
  async function start() {
    const { connectStoppable } = await open();
    const { database, stopBefore, resume } = connectStoppable();
    const server = await TestServer.start(database);
    return { server, stopBefore, resume, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  }

  it.each(BODIES)('%s: is refused without a statement, by each way in', async (_what, body) => {
    await using running = await start();
    running.stopBefore(1);
    for (const url of PATHS) {
      const payload = url.endsWith('batch=1') ? `{"0":${body}}` : body;
      const answer = await running.server.http.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'application/json' },
      });
      expect([url, REFUSALS.includes(answer.statusCode) || answer.statusCode === 207]).toEqual([url, true]);
      expect(answer.body.length).toBeLessThan(4_000);
      // ASVS 15.2.2
      expect(answer.body).not.toContain('INTERNAL');
    }
    running.resume();
  });

  it('refuses in the documented form an address that cannot be read, with the headers of every answer', async () => {
    await using running = await start();
    running.stopBefore(1);
    for (const url of ADDRESSES) {
      const { statusCode, json, headers } = await running.server.http.inject({ url });
      expect([url, statusCode]).toEqual([url, 404]);
      expect(json()).toMatchObject({
        status: false,
        error: { code: 'NOT_FOUND', requestId: expect.any(String) },
      });
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
    running.resume();
  });

  it.each(['zzz', 'br', 'deflate', 'gzip, zzz', '*'])(
    'refuses a body in the encoding %s with 415',
    async (encoding) => {
      await using running = await start();
      running.stopBefore(1);
      const { statusCode, json } = await running.server.http.inject({
        method: 'POST',
        url: '/api/transfer/invest',
        payload: '{}',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      });
      expect([statusCode, json().error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      running.resume();
    },
  );

  it('refuses a deep message over a websocket like a call', async () => {
    await using running = await start();
    const url = (await running.server.http.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
    const socket = new WebSocket(`${url}/trpc`);
    await new Promise((resolve) => socket.once('open', resolve));
    running.stopBefore(1);
    const answer = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
    socket.send(
      `{"id":1,"method":"mutation","params":{"path":"auth.logIn","input":${nested('[', ']', 25_000)}}}`,
    );
    expect(await answer).toContain('Nest at most 20 levels deep.');
    running.resume();
    socket.close();
  });

  it('lets an account have a bounded number of event streams open, over whichever transport', async () => {
    const { database } = await open();
    const limits = createLimits({ store: undefined, factor: 1 });
    await using server = await TestServer.start(database, { server: { limits } });
    const alice = await server.pool.signUp('alice');
    const token = await server.getToken('alice');
    const url = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const stop = new AbortController();
    const openStream = async (): Promise<string> => {
      const response = await fetch(`${url}/trpc/events.onChange`, {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
        signal: stop.signal,
      });
      const { value } = (await response.body?.getReader().read()) ?? {};
      return new TextDecoder().decode(value);
    };
    const first = await Promise.all(Array.from({ length: 30 }, openStream));
    expect(first.filter((text) => text.includes('RATE_LIMITED'))).toEqual([]);
    // ASVS 2.4.1
    expect(await openStream()).toContain('RATE_LIMITED');
    // Those that end make room.
    stop.abort();
    await vi.waitFor(() => limits.openStream({ ipAddress: '127.0.0.1', accountId: alice })(), {
      timeout: 30_000,
    });
  });
});
