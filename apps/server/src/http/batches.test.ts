// Goal: many calls in one request cost no more than a few, and the answer of a public query is computed once for everyone. Method: the real
// server; the statements that a request makes are counted by what the database runs.
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it, vi } from 'vitest';
import { TestServer } from '../testing/a-server.ts';
import { TestSocket } from '../testing/a-socket.ts';

const CALLS_MAX = 20;
const ROUNDS_MS_MAX = 20_000;
const repeat = (count: number): string => Array(count).fill('transparency.getPoolFigures').join(',');

describeEachDatabase('a batch of calls', (open) => {
  it('is refused above twenty, over HTTP and over a websocket, before anything is asked', async () => {
    const { connectStoppable } = await open();
    const { database, stopBefore, resume } = connectStoppable();
    await using server = await TestServer.start(database);
    const url = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const taken = await server.http.inject({ url: `/trpc/${repeat(CALLS_MAX)}?batch=1` });
    expect(taken.statusCode).toBe(200);
    expect(taken.json()).toHaveLength(CALLS_MAX);
    await using socket = await TestSocket.open(url);
    await socket.call('query', 'support.getContacts');
    stopBefore(1);
    const refused = await server.http.inject({ url: `/trpc/${repeat(CALLS_MAX + 1)}?batch=1` });
    expect(refused.statusCode).toBe(400);
    const call = { id: 7, method: 'query', params: { path: 'transparency.getPoolFigures' } };
    socket.sendText(JSON.stringify(Array(CALLS_MAX + 1).fill(call)));
    await socket.heard('PARSE_ERROR');
    // ASVS 15.2.2
    expect(socket.texts.filter((text) => text.includes('INTERNAL'))).toEqual([]);
    resume();
  });

  it('computes the answer of a public query once, by every way in, until something is committed', async () => {
    await using server = await TestServer.start((await open()).database);
    const url = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const reads = vi.spyOn(server.deps.db.read, 'selectFrom');
    const countReads = async (ask: () => Promise<unknown>): Promise<number> => {
      const before = reads.mock.calls.length;
      await ask();
      return reads.mock.calls.length - before;
    };
    await using socket = await TestSocket.open(url);
    const overBatch = () => server.http.inject({ url: `/trpc/${repeat(CALLS_MAX)}?batch=1` });
    let commits = 0;
    const countRound = async () => {
      commits += 1;
      await server.pool.signUp(`user${commits}`);
      return [
        (await countReads(overBatch)) > 0,
        await countReads(() => server.http.inject({ url: '/api/transparency' })),
        await countReads(() => socket.call('query', 'transparency.getPoolFigures')),
        await countReads(overBatch),
      ];
    };
    // The state is that of a whole PostgreSQL server, to whose other databases other tests may commit within a round.
    await expect.poll(countRound, { timeout: ROUNDS_MS_MAX }).toEqual([true, 0, 0, 0]);
  });

  it('forgets an answer that could not be computed', async () => {
    const { connectStoppable } = await open();
    const { database, stopBefore, resume } = connectStoppable();
    await using server = await TestServer.start(database);
    const ask = () => server.http.inject({ url: '/trpc/transparency.getPoolFigures' });
    stopBefore(2);
    expect((await ask()).statusCode).toBe(500);
    resume();
    expect((await ask()).statusCode).toBe(200);
  });
});
