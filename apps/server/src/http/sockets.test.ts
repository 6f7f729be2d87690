// Goal: a websocket tells nothing to who is not signed in any more, and its bounds hold. Method: the real server on a port of its own.
import { setTimeout } from 'node:timers/promises';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin, lockUser } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { TestServer } from '../testing/a-server.ts';

describeEachDatabase('a websocket', (open) => {
  it('is silent without a session, and with one that has ended; it takes no page of another site', async () => {
    await using server = await TestServer.start((await open()).database);
    const alice = await server.pool.signUp('alice');
    const { userId: adminId } = await createAdmin(server.deps, 'operator@example.org');
    const url = (await server.http.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
    const token = await server.getToken('alice');
    const subscribe = async (withToken: string | undefined, origin?: string) => {
      const socket = new WebSocket(`${url}/trpc?connectionParams=1`, origin === undefined ? {} : { origin });
      const messages: string[] = [];
      const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
      socket.on('message', (data) => void messages.push(String(data)));
      await new Promise((resolve) => socket.once('open', resolve));
      socket.send(
        JSON.stringify({
          method: 'connectionParams',
          data: withToken === undefined ? {} : { token: withToken },
        }),
      );
      socket.send(JSON.stringify({ id: 1, method: 'subscription', params: { path: 'events.onChange' } }));
      const heard = async (text: string): Promise<void> => {
        for (let tries = 0; tries < 2_000 && !messages.some((one) => one.includes(text)); tries += 1)
          await setTimeout(5);
        expect(messages.join('\n')).toContain(text);
      };
      return { socket, messages, heard, closed };
    };
    const strangers = [await subscribe(undefined), await subscribe('x'.repeat(50))];
    for (const { socket, heard } of strangers) {
      await heard('NOT_SIGNED_IN');
      socket.close();
    }
    const refused = new WebSocket(`${url}/trpc`, { origin: 'https://evil.example.org' });
    const status = new Promise((resolve) =>
      refused.once('unexpected-response', (_request, response) => resolve(response.statusCode)),
    );
    expect(await status).toBe(403);
    const screen = await subscribe(token, url.replace('ws', 'http'));
    await screen.heard('started');
    server.deps.events.emit(alice, 'wallet.changed');
    await screen.heard('wallet.changed');
    await lockUser(server.deps, {
      adminId,
      userId: alice,
      reason: 'Stolen.',
      origin: { ipAddress: '', requestId: '' },
    });
    // Its connection ends by itself, and hears nothing more.
    await screen.closed;
    const before = screen.messages.length;
    server.deps.events.emit(alice, 'investment.changed');
    // ASVS 4.4.2, 4.4.3, 4.4.4, 7.2.1, 7.4.2
    expect(screen.messages).toHaveLength(before);
  });

  it('is closed when it says too much, or when there are too many of one address', async () => {
    await using server = await TestServer.start((await open()).database, { server: { limitFactor: 0.05 } });
    const url = (await server.http.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
    const connect = async (): Promise<{ socket: WebSocket; closed: Promise<number> }> => {
      const socket = new WebSocket(`${url}/trpc`);
      const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
      await new Promise((resolve) => socket.once('open', resolve));
      return { socket, closed };
    };
    const talker = await connect();
    for (let count = 0; count < 20; count += 1) talker.socket.send('{}');
    expect(await talker.closed).toBe(1008);
    const few = await Promise.all(Array.from({ length: 5 }, connect));
    const oneMore = await connect();
    // ASVS 2.4.1, 15.2.2
    expect(await oneMore.closed).toBe(1013);
    for (const { socket } of few) socket.close();
  });
});
