// Goal: a third party reads a list of any length over REST: by page numbers as far as they reach, then by the cursor of each answer.
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { TestServer } from '../testing/a-server.ts';

const LIST = '/api/transactions/get-transactions';

describeEachDatabase('a list over REST', (open) => {
  it('is read to its end by the cursor of each answer', async () => {
    await using server = await TestServer.start((await open()).database);
    const alice = await server.pool.signUp('alice');
    for (let index = 0; index < 5; index += 1) await server.pool.deposit(alice, 'USDT', `1${index}`);
    const ask = async (query: string) => (await server.http.inject({ url: `${LIST}?${query}` })).json();
    const first = await ask('limit=2');
    expect(first.meta).toMatchObject({ page: 1, limit: 2, total: 5 });
    const second = await ask(`limit=2&cursor=${encodeURIComponent(first.meta.next)}`);
    const third = await ask(`limit=2&cursor=${encodeURIComponent(second.meta.next)}`);
    expect(third.meta.next).toBeNull();
    const ids = [first, second, third].flatMap(({ data }) => data.map(({ _id }: { _id: string }) => _id));
    const whole = await ask('limit=100');
    expect(ids).toEqual(whole.data.map(({ _id }: { _id: string }) => _id));
  });

  it.each([
    ['page=101&limit=100', 'Page numbers reach the first 10000 entries.'],
    ['cursor=yesterday', 'meta.next'],
    ['cursor=1~a%27b', 'meta.next'],
  ])('refuses %s and says what to send', async (query, text) => {
    await using server = await TestServer.start((await open()).database);
    const answer = await server.http.inject({ url: `${LIST}?${query}` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(text);
  });

  it('takes the last page that has a number', async () => {
    await using server = await TestServer.start((await open()).database);
    expect((await server.http.inject({ url: `${LIST}?page=100&limit=100` })).statusCode).toBe(200);
  });
});
