// Goal: a sweep of many deposit addresses on the local chains ends complete although the program is killed twice in the middle: every
// token moved once, nothing owed changed, books and chains equal. Method: the real program, real nodes, SIGKILL.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, RestClient, signUp } from './rest-client.ts';
import { RunningServer, readAdminPassword } from './running-server.ts';
import { createTypedClient, type TypedClient } from './typed-client.ts';

/** `npm run check:long` sweeps 200. */
const ADDRESSES = Number(process.env['SWEEP_ADDRESSES'] ?? 24);
/** Kills come after these parts of the addresses were decided. */
const KILLS_AT = [0.1, 0.5];
/** Sign-ups are slow by design (argon2id), and each is another person. */
const AT_ONCE = 8;

let server: RunningServer;
beforeAll(async () => {
  server = await RunningServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

interface Payment {
  readonly address: string;
  readonly currency: 'USDT' | 'TRX';
  readonly amount: string;
}

/** Half of the people deposit USDT, the other half TRX. */
async function makeDeposits(client: RestClient): Promise<void> {
  const payments: Payment[] = [];
  const waiting = Array.from({ length: ADDRESSES }, (_, index) => index);
  const work = async (): Promise<void> => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift())
      payments.push(await newPayment(index));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // One after the other: they all come from one account outside.
  for (const payment of payments) expect((await client.post('/dev/faucet', payment)).status).toBe(200);
  const half = ADDRESSES / 2;
  // Of 50.5, 52.5 … and of 51.5, 53.5 …
  const sums = [50.5, 51.5].map((first) => `${half * first + half * (half - 1)}.000000`);
  await eventually(async () => (await owed(client)).every(({ owed: sum }, index) => sum === sums[index]));
  expect(await getDeposits(client)).toBe(ADDRESSES + 1);
}

async function newPayment(index: number): Promise<Payment> {
  const person = new RestClient(() => server.url);
  await signUp(person, `person${index}@example.org`);
  const currency = index % 2 === 0 ? 'USDT' : 'TRX';
  const { body } = await person.get('/get-wallet');
  const wallet = body.data.wallets.find((one: { currency: string }) => one.currency === currency);
  return { address: wallet.address, currency, amount: `${50 + index}.5` };
}

/** Users' deposits and the one that gave the hot wallet its first coins. */
async function getDeposits(client: RestClient): Promise<number> {
  const { body } = await client.get('/transactions/admin-only-transactions', { type: 'deposit' });
  return body.meta.total;
}

async function owed(client: RestClient): Promise<{ owed: string; reserve: string }[]> {
  const { body } = await client.get('/transparency');
  return body.currencies.map((one: { owedToUsers: string; rewardReserve: string }) => ({
    owed: one.owedToUsers,
    reserve: one.rewardReserve,
  }));
}

async function countDecided(calls: TypedClient): Promise<number> {
  const { sweep } = await calls.sweeps.findNewestSweep.query();
  return sweep?.progress.reduce((sum, one) => sum + one.decided, 0) ?? 0;
}

it('is complete after two kills in the middle, with each token moved once', async () => {
  const admin = new RestClient(() => server.url);
  const password = readAdminPassword(server.output);
  admin.token = (await admin.post('/auth/login', { email: 'admin@glasspool.test', password })).body.token;
  await makeDeposits(admin);
  const before = await owed(admin);
  const calls = (): TypedClient => createTypedClient(server.url, admin.token ?? '');
  const [usdt, trx] = await calls().sweeps.planSweep.query();
  expect([usdt?.addresses, trx?.addresses]).toEqual([ADDRESSES / 2, ADDRESSES / 2]);

  const { body } = await admin.post('/mass-withdrawal');
  expect(body.data).toMatchObject({ addresses: ADDRESSES });
  for (const part of KILLS_AT) {
    await eventually(async () => (await countDecided(calls())) >= part * ADDRESSES);
    expect(await countDecided(calls())).toBeLessThan(ADDRESSES);
    await server.kill();
    await server.start();
  }
  await eventually(async () => (await calls().sweeps.findNewestSweep.query()).sweep?.state === 'done');

  const { sweep } = await calls().sweeps.findNewestSweep.query();
  expect(sweep?.id).toBe(body.data.id);
  expect(sweep?.progress.map(({ swept }) => swept)).toEqual([usdt?.amount, expect.any(BigInt)]);
  expect(await owed(admin)).toEqual(before);
  expect((await calls().sweeps.planSweep.query()).map(({ addresses }) => addresses)).toEqual([0, 0]);
  const { balances } = await calls().hotWallet.getHotWallet.query();
  expect(balances.find(({ currency }) => currency === 'USDT')?.onChain).toBe(usdt?.amount);
  // Moved once: a second transfer of an address would be another deposit to the hot wallet, or a difference in the books.
  expect(await getDeposits(admin)).toBe(ADDRESSES + 1);
  await server.stop();
  const { code, output } = await server.verifyBooks();
  expect(output.match(/unexplained 0 units/g)).toHaveLength(3);
  expect([code, output.includes('books: right')]).toEqual([0, true]);
}, 300_000);
