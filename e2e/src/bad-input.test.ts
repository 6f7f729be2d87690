// Goal: whatever is sent, the answer is a 4xx with a sentence that a person understands, and nothing changes.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, RestClient, signUp } from './rest-client.ts';
import { RunningServer } from './running-server.ts';

const BSC = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

let server: RunningServer;
let client: RestClient;
beforeAll(async () => {
  server = await RunningServer.start();
  client = new RestClient(() => server.url);
  await signUp(client, 'dave@example.org');
  await client.post('/dev/fund-reserve', { currency: 'USDT', amount: '5000' });
  const address = (await client.get('/get-bsc-wallet')).body.data.wallets[1].address;
  await client.post('/dev/faucet', { address, currency: 'USDT', amount: '1000' });
  await eventually(
    async () => (await client.get('/get-bsc-wallet')).body.data.wallets[1].balance === '1000.000000',
  );
  await client.post('/transfer/invest', { currency: 'USDT' });
  await client.post('/dev/clock/advance', { hours: 24 });
});
afterAll(() => server[Symbol.asyncDispose]());

async function everything(): Promise<unknown> {
  const [wallets, transactions, figures] = await Promise.all([
    client.get('/get-bsc-wallet'),
    client.get('/transactions/user-transactions', { limit: '100' }),
    client.get('/transparency'),
  ]);
  return [wallets.body, transactions.body, figures.body.currencies];
}

const withdrawal = (change: object) => ({ receiverAddress: BSC, amount: '1.5', currency: 'USDT', ...change });

const AMOUNTS: readonly unknown[] = [
  '',
  ' ',
  '-1',
  '+1',
  '1e3',
  '1,5',
  '1.1234567',
  '1'.repeat(40),
  '0',
  '0.0',
  '0x10',
  'NaN',
  '1 000',
  5,
  null,
  true,
  [],
  {},
  ['1'],
];

describe('bad input', () => {
  it.each(AMOUNTS.map((amount) => [amount]))('is refused as an amount of %j', async (amount) => {
    await expectRefused('/withdraw', withdrawal({ amount }), 400);
  });

  it.each([
    [
      'a wrong-network address',
      { receiverAddress: TRON },
      'This is a TRON address; USDT is withdrawn on BSC (BEP20).',
    ],
    [
      'the other wrong network',
      { receiverAddress: BSC, currency: 'TRX', amount: '15' },
      'This is a BSC (BEP20) address; TRX is withdrawn on TRON.',
    ],
    ['a broken checksum', { receiverAddress: BSC.replace('A', 'a') }, 'checksum'],
    ['no address', { receiverAddress: undefined }, 'address'],
    ['an empty address', { receiverAddress: '' }, 'address'],
    ['two addresses', { address: BSC }, 'once'],
    ['an address that is a number', { receiverAddress: 5 }, 'address'],
    ['an unknown currency', { currency: 'BTC' }, 'USDT or TRX'],
    ['an unknown field', { isAdmin: true }, 'Unknown field: isAdmin'],
    ['a prototype', JSON.parse('{"__proto__":{"a":1}}'), ''],
    ['a constructor', { constructor: 1 }, 'Unknown field'],
  ])('%s', async (_title, change, message) => {
    await expectRefused('/withdraw', withdrawal(change), 400, message);
  });

  it.each([
    ['more than there is', { amount: '20.000001' }, 422, 'at most 20.000000 USDT'],
    ['less than the minimum', { amount: '0.999999' }, 422, 'minimum withdrawal is 1.000000 USDT'],
  ])('%s', async (_title, change, status, message) => {
    await expectRefused('/withdraw', withdrawal(change), status, message);
  });

  it('is refused as a transfer of referral rewards that no one has', async () => {
    await expectRefused(
      '/transfer/referral',
      { amount: '1', destination: 'toInvest' },
      422,
      'No balance to transfer.',
    );
  });

  it.each([
    ['/auth/send-otp', {}],
    ['/auth/send-otp', { email: 'visitor' }],
    ['/auth/send-otp', { email: 'a@b.c\r\nBcc: d@e.f' }],
    ['/auth/send-otp', { email: `${'a'.repeat(300)}@b.co` }],
    ['/auth/verify-otp', { email: 'a@b.co', otp: '12345' }],
    ['/auth/verify-otp', { email: 'a@b.co', otp: 123456 }],
    ['/auth/set-password', { email: 'a@b.co', password: '12345' }],
    ['/auth/login', { email: 'a@b.co' }],
    ['/transfer/invest', { currency: 'EUR' }],
    ['/transfer/invest', { currency: 'USDT', amount: '-5' }],
    ['/transfer/invest', { currency: 'USDT', amount: '5', from: 'referral' }],
    ['/transfer/invest', { currency: 'USDT', note: 'unknown' }],
    ['/transfer/wallet', { currency: 'EUR' }],
    ['/transfer/wallet', { currency: 'USDT', amount: '1e3' }],
    ['/withdraw/cancel', {}],
    ['/withdraw/cancel', { id: 'inv_1' }],
    ['/transfer/referral', { amount: '1', destination: 'elsewhere' }],
    ['/transfer/referral', { amount: '-1', destination: 'toWithdrawable' }],
    ['/dev/clock/advance', { hours: -1 }],
    ['/dev/faucet', { address: BSC, currency: 'USDT', amount: '-1' }],
  ])('%s %j', async (path, body) => {
    await expectRefused(path, body, 400);
  });

  it.each([
    ['no JSON', '{bad', {}, 400],
    ['an empty body where fields are needed', '', {}, 400],
    ['a list', '[]', {}, 400],
    ['a string', '"a"', {}, 400],
    ['null', 'null', {}, 400],
    ['a huge body', JSON.stringify({ email: 'a'.repeat(100_000) }), {}, 413],
    ['another type of body', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['plain text', 'hello', { 'content-type': 'text/plain' }, 415],
  ])('%s', async (_title, text, headers, status) => {
    const answer = await client.postText('/auth/send-otp', text, headers);
    expectSentence(answer, status);
  });

  it.each(['0', '-1', 'abc', '1.5', '101', '1e1', '1 '])('is refused as a limit of %s', async (limit) => {
    expectSentence(await client.get('/transactions/user-transactions', { limit }), 400);
  });

  it('is refused as a path or a method that does not exist', async () => {
    expectSentence(await client.get('/nothing'), 404);
    expectSentence(await client.post('/auth/me'), 405);
  });

  it('is refused as a token that is not ours', async () => {
    const forged = new RestClient(() => server.url);
    for (const token of ['x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3JfMSJ9.']) {
      forged.token = token;
      expectSentence(await forged.get('/auth/me'), 401);
    }
  });

  async function expectRefused(path: string, body: unknown, status: number, message = ''): Promise<void> {
    const before = await everything();
    const answer = await client.post(path, body);
    expectSentence(answer, status);
    expect(JSON.stringify(answer.body)).toContain(message);
    expect(await everything()).toEqual(before);
  }

  function expectSentence(answer: { status: number; body: { message?: string } }, status: number): void {
    expect([status, answer.body]).toEqual([answer.status, expect.anything()]);
    expect(answer.body).toMatchObject({
      status: false,
      message: expect.stringMatching(/^[A-Z].*[.]$/),
      error: { code: expect.any(String) },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts|at \w+ \(|SQLITE|select /);
  }

  it('is refused on a local pool when it comes under a foreign name (DNS rebinding), over HTTP and websocket', async () => {
    const { port } = new URL(server.url);
    const ask = (path: string, headers: Record<string, string>): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sent.once('upgrade', (response, socket) => {
          socket.destroy();
          resolve(response.statusCode);
        });
        sent.once('error', reject);
        sent.end();
      });
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    for (const path of ['/api/dev/mailbox', '/', '/healthz']) {
      expect([path, await ask(path, { host: `evil.example.org:${port}` })]).toEqual([path, 403]);
      expect([path, await ask(path, { host: `localhost:${port}` })]).not.toEqual([path, 403]);
    }
    expect(await ask('/trpc', { ...upgrade, host: `evil.example.org:${port}` })).toBe(403);
    expect(await ask('/trpc', { ...upgrade, host: `localhost:${port}` })).toBe(101);
    // An image of another site names any address.
    const experiment = `/trpc/dev.runExperiment?input=${encodeURIComponent('{"id":"reorg"}')}`;
    const foreign = { host: `localhost:${port}`, 'sec-fetch-site': 'cross-site' };
    expect(await ask(experiment, foreign)).toBe(403);
    expect(await ask('/api/dev/mailbox', foreign)).toBe(403);
    expect(await ask('/', foreign)).toBe(200);
  });

  it('runs one experiment at a time, and ends it when its reader leaves over HTTP or a websocket', async () => {
    const { port } = new URL(server.url);
    const count = (): number => server.commandLines().filter((line) => line.includes('lab/main.ts')).length;
    const input = { id: 'stuck-payout' };
    const path = `/trpc/dev.runExperiment?input=${encodeURIComponent(JSON.stringify(input))}`;
    const read = async (until: RegExp): Promise<() => void> => {
      const sent = request({ port, host: '127.0.0.1', path }).on('error', () => undefined);
      sent.end();
      const text = await new Promise<string>((resolve) => {
        let all = '';
        sent.once('response', (response) =>
          response.on('data', (chunk) => {
            all += String(chunk);
            if (until.test(all)) resolve(all);
          }),
        );
      });
      expect(text).toMatch(until);
      return () => void sent.destroy();
    };
    const leave = await read(/sandbox-ready/);
    (await read(/Another experiment is running/))();
    expect(count()).toBe(1);
    leave();
    await eventually(async () => count() === 0);
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc`);
    const params = { path: 'dev.runExperiment', input };
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'subscription', params }));
    await new Promise<void>((resolve) => {
      socket.onmessage = ({ data }) => String(data).includes('sandbox-ready') && resolve();
    });
    expect(count()).toBe(1);
    socket.close();
    await eventually(async () => count() === 0);
    // Readers who leave at once, one of them while the process before still ends.
    for (let times = 0; times < 5; times += 1) {
      const sent = request({ port, host: '127.0.0.1', path }).on('error', () => undefined);
      sent.end();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(count()).toBeLessThanOrEqual(1);
      sent.destroy();
    }
    await eventually(async () => count() === 0);
  });
});
