// Goal: an answer that is the same for everyone is rendered once for each state of the database, is never older than the last commit of any
// process, and is counted like any other. Method: the real server on both databases; a second connection commits as another process.
import type { LimitState } from '@glasspool/api';
import { PoolError } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it, vi } from 'vitest';
import { TestServer } from '../testing/a-server.ts';

const URL = '/api/transparency';

describeEachDatabase('an answer for everyone', (open) => {
  it('has a tag by which it is not sent twice, until anything is committed', async () => {
    const { database, connect } = await open();
    await using server = await TestServer.start(database);
    const ask = (headers: Record<string, string> = {}) => server.http.inject({ url: URL, headers });
    const first = await ask();
    const etag = String(first.headers.etag);
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-cache']);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await ask({ 'if-none-match': known });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
    await server.pool.onDatabase(connect()).deposit('hotWallet', 'USDT', '77');
    const after = await ask({ 'if-none-match': etag });
    expect(after.statusCode).toBe(200);
    expect(after.headers.etag).not.toBe(etag);
    expect(after.body).toContain('77.000000');
  });

  it('is never older than the last commit', async () => {
    const { database, connect } = await open();
    await using server = await TestServer.start(database);
    const other = server.pool.onDatabase(connect());
    for (let total = 1; total <= 10; total += 1) {
      const pool = total % 2 === 0 ? other : server.pool;
      await pool.deposit('hotWallet', 'USDT', '1');
      expect((await server.http.inject({ url: URL })).body).toContain(`"contributed":"${total}.000000"`);
    }
  });

  it('is rendered once for all who ask of one state, and is counted each time', async () => {
    const { database } = await open();
    const taken: string[] = [];
    let isFull = false;
    const take = async (name: string): Promise<LimitState> => {
      if (isFull) throw new PoolError('RATE_LIMITED', { seconds: 5 });
      taken.push(name);
      return { quota: 9, windowS: 60, remaining: 8, resetS: 60 };
    };
    await using server = await TestServer.start(database, {
      server: { limits: { take, openStream: () => () => undefined } },
    });
    const bodies = new Set<string>();
    for (let call = 0; call < 5; call += 1) bodies.add((await server.http.inject({ url: URL })).body);
    expect([bodies.size, taken]).toEqual([1, ['read', 'read', 'read', 'read', 'read']]);
    isFull = true;
    expect((await server.http.inject({ url: URL })).statusCode).toBe(429);
  });

  it('is sent as it is where it is no text, whatever its first bytes look like', async () => {
    const { database } = await open();
    await using server = await TestServer.start(database);
    // These two begin a compressed stream, as one file of random bytes in a thousand does.
    const leaves = Buffer.concat([Buffer.from([0x38, 0xcb]), Buffer.alloc(4_000, 7)]);
    const read = vi.spyOn(server.pool.deps.snapshots, 'read');
    read.mockImplementation(async function* () {
      yield leaves;
    });
    const headers = { 'accept-encoding': 'gzip' };
    const file = await server.http.inject({ url: `${URL}/snapshots/0/leaves.bin`, headers });
    // Pitfall: a file taken for compressed
    expect([file.statusCode, file.headers['content-encoding']]).toEqual([200, undefined]);
    expect(file.rawPayload.equals(leaves)).toBe(true);
  });

  it('comes compressed to those who take it so, and is made for those who name themselves', async () => {
    const { database } = await open();
    await using server = await TestServer.start(database);
    const zipped = await server.http.inject({ url: URL, headers: { 'accept-encoding': 'gzip' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.rawPayload.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    const named = await server.http.inject({ url: URL, headers: { authorization: 'Bearer x' } });
    expect([named.statusCode, named.headers['cache-control'], named.headers.etag]).toEqual([
      200,
      'no-store',
      undefined,
    ]);
  });
});
