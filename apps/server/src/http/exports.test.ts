// Goal: a download holds exactly what its caller may see: the staff everything of a filter, users what is theirs, and a statement the sums of
// its month. Method: the real server on each database; the PDF is unpacked and its text read.
import { inflateSync } from 'node:zlib';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createApiKey } from '@glasspool/identity/api-keys';
import { runRewards } from '@glasspool/pool/rewards';
import { expect, it } from 'vitest';
import { TestServer } from '../testing/a-server.ts';

const STAFF_FILES = ['transactions.csv', 'audit-log.csv', 'users.csv', 'investments.csv'];

/** Text of the pages of a PDF, a line each string that is drawn. */
function readPdf(bytes: Buffer): string {
  const parts: string[] = [];
  const binary = bytes.toString('latin1');
  for (const { index } of binary.matchAll(/stream\r?\n/g)) {
    const start = binary.indexOf('\n', index) + 1;
    const end = binary.indexOf('endstream', start);
    try {
      const page = inflateSync(bytes.subarray(start, end)).toString('latin1');
      for (const [, line = ''] of page.matchAll(/\[([^\]]*)\] TJ/g))
        parts.push(
          [...line.matchAll(/<([0-9a-f]+)>/g)]
            .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
            .join(''),
        );
    } catch {
      // A stream that is no page: a font or a picture.
    }
  }
  return parts.join('\n');
}

describeEachDatabase('a download', (open) => {
  async function running() {
    const server = await TestServer.start((await open()).database);
    const { pool } = server;
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.investor('alice', 'USDT', '100');
    await pool.investor('bob', 'TRX', '1000', alice);
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const get = (file: string, token?: string) =>
      server.http.inject({
        url: `/api/exports/${file}`,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
    return { server, pool, alice, get };
  }

  it('is refused to everyone else when it is for the staff, and has every row of its filter', async () => {
    const { server, get } = await running();
    await using _server = server;
    const [member, auditor] = [await server.getToken('alice'), await server.staffToken('eve', 'auditor')];
    for (const file of STAFF_FILES) {
      expect([file, (await get(file)).statusCode, (await get(file, member)).statusCode]).toEqual([
        file,
        401,
        403,
      ]);
      expect((await get(file, auditor)).statusCode).toBe(200);
    }
    const rows = async (file: string): Promise<string[]> =>
      (await get(file, auditor)).body.trim().split('\r\n').slice(1);
    expect(await rows('users.csv')).toHaveLength(3);
    expect((await rows('users.csv?search=ali')).map((row) => row.split(',').slice(1, 4))).toEqual([
      ['alice@example.org', 'alice', 'user'],
    ]);
    expect((await rows('users.csv?search=ali'))[0]).toContain('100.000000');
    expect(await rows('investments.csv')).toHaveLength(2);
    expect((await rows('investments.csv?currency=TRX'))[0]).toContain('bob@example.org,TRX,1000.000000');
    expect((await get('investments.csv?state=none', auditor)).statusCode).toBe(400);
  });

  it('has all data of its user, none of another user, and no secret', async () => {
    const { server, get } = await running();
    await using _server = server;
    const token = await server.getToken('alice');
    const actor = await server.getActor(token);
    const { key } = await createApiKey(server.deps, {
      actor,
      name: 'Bot',
      scope: 'read',
      password: 'correct horse',
    });
    expect((await get('my-data.json')).statusCode).toBe(401);
    expect((await get('my-data.json', key)).statusCode).toBe(401);
    const { body, headers } = await get('my-data.json', token);
    expect(headers['content-disposition']).toBe('attachment; filename="glasspool-my-data.json"');
    const data = JSON.parse(body);
    expect(data.account.email).toBe('alice@example.org');
    expect(data.apiKeys).toMatchObject([{ name: 'Bot' }]);
    expect(data.investments).toMatchObject([{ principal: '100.000000' }]);
    const types = data.transactions.map(({ type }: { type: string }) => type);
    // The reserve that bob's investment is paid from is empty, so alice has no referral reward.
    expect(types).toEqual(['daily_payout', 'investment', 'deposit']);
    expect(body).not.toContain('bob@');
    for (const secret of [key, 'hash:', 'keyHash', 'secretBox']) expect(body).not.toContain(secret);
  });

  it('adds up to the balance as a statement, and is refused for what is no month', async () => {
    const { server, pool, get } = await running();
    await using _server = server;
    const token = await server.getToken('alice');
    const month = new Date(pool.clock.now()).toISOString().slice(0, 7);
    expect((await get(`statement.pdf?month=${month}`)).statusCode).toBe(401);
    for (const wrong of ['', '?month=2026-13', '?month=2099-01', '?month=now', `?month=${month}&from=x`])
      expect((await get(`statement.pdf${wrong}`, token)).statusCode).toBe(400);
    const answer = await get(`statement.pdf?month=${month}`, token);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="glasspool-statement-${month}.pdf"`,
    );
    const text = readPdf(answer.rawPayload);
    expect(text).toContain('Test network: tokens have no value');
    expect(text).toContain(`alice@example.org, ${month}-01 to ${month}-`);
    const lines = text.split('\n');
    const after = (title: string, from = 0): string => lines[lines.indexOf(title, from) + 1] ?? '';
    expect(after('Owed to you at the beginning')).toBe('0.000000');
    expect(after('Deposits')).toBe('100.000000');
    const closing = (
      await server.http.inject({
        url: '/api/balances/daily?currency=USDT',
        headers: { authorization: `Bearer ${token}` },
      })
    )
      .json()
      .data.at(-1);
    expect(after('Owed to you at the end')).toBe(
      (Number(closing.invested) + Number(closing.free)).toFixed(6),
    );
  });

  it('has the names of its columns without any row, and is read as UTF-8 by a spreadsheet', async () => {
    const { server, get } = await running();
    await using _server = server;
    await server.pool.signUp('carol');
    const { rawPayload } = await get('user-transactions.csv', await server.getToken('carol'));
    expect(rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(rawPayload.subarray(3).toString()).toBe(
      'id,date,type,amount,currency,status,network,tx_hash,address\r\n',
    );
  });
});
