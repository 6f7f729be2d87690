// Goal: a server that is killed at any moment loses nothing and pays nothing twice.
// Method: the story goes on in rounds, as a person would repeat what did not answer, while the process is killed again and again
// at random moments (kill -9, restarted each time; KILLS=10 in `npm run check:long`). At the end the books, both chains and the outside address must agree.

import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { SeededRandom } from '@glasspool/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, type RestAnswer, RestClient, signUp } from './rest-client.ts';
import { RunningServer } from './running-server.ts';

const KILLS = Number(process.env['KILLS'] ?? 3);
const OUTSIDE = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
const UPTIME_MS_MAX = 1_500;

let server: RunningServer;
let client: RestClient;
beforeAll(async () => {
  server = await RunningServer.start();
  client = new RestClient(() => server.url);
});
afterAll(() => server[Symbol.asyncDispose]());

/** Repeats a call until the server answers it. Only for what may be asked twice. */
async function insist(call: () => Promise<RestAnswer>): Promise<RestAnswer> {
  return eventually(async () => {
    try {
      const answer = await call();
      return answer.status < 500 && answer;
    } catch {
      return undefined;
    }
  });
}

async function killRepeatedly(random: SeededRandom): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await setTimeout(random.integer(UPTIME_MS_MAX));
    await server.kill();
    await server.start();
  }
}

const wallet = async () => (await insist(() => client.get('/get-bsc-wallet'))).body.data;
const now = async (): Promise<number> => (await insist(() => client.get('/transparency'))).body.now;
const onChain = async (address: string): Promise<string> =>
  (await insist(() => client.get('/dev/balance', { address, currency: 'USDT' }))).body.balance;

/** Moves the clock a day: an unanswered call is repeated only when the clock did not move. */
async function advanceDay(): Promise<void> {
  const before = await now();
  await eventually(async () => {
    const answer = await client.post('/dev/clock/advance', { hours: 24 }).catch(() => undefined);
    return answer?.status === 200 || (await now()) - before > 23 * 3_600_000;
  });
}

async function depositAndInvest(): Promise<void> {
  const { address } = (await wallet()).wallets[1];
  const before = await onChain(address);
  await eventually(async () => {
    const answer = await client
      .post('/dev/faucet', { address, currency: 'USDT', amount: '100.5' })
      .catch(() => undefined);
    return answer?.status === 200 || (await onChain(address)) !== before;
  });
  await eventually(async () => Number((await wallet()).wallets[1].balance) >= 100.5);
  await eventually(async () => {
    await client.post('/transfer/invest', { currency: 'USDT' }).catch(() => undefined);
    return (await wallet()).wallets[1].balance === '0.000000';
  });
}

it('survives being killed at random moments of the story', async () => {
  const seed = Number(process.env['KILL_SEED'] ?? randomInt(2 ** 31));
  process.stdout.write(`kill.test seed ${seed}; KILL_SEED=${seed} repeats its moments\n`);
  const email = 'erin@example.org';
  await signUp(client, email);
  await client.post('/dev/fund-reserve', { currency: 'USDT', amount: '100000' });

  let isOver = false;
  const kills = killRepeatedly(new SeededRandom(seed)).finally(() => {
    isOver = true;
  });
  let rounds = 0;
  while (!isOver || rounds < 3) {
    await depositAndInvest();
    await advanceDay();
    const key = `round-${rounds}`;
    const request = { address: OUTSIDE, amount: '1.5', currency: 'USDT' };
    // A server killed between the new day and its rewards pays them after the restart.
    await eventually(async () => Number((await wallet()).withdrawableBalance) >= 1.5);
    const answer = await insist(() => client.post('/withdraw', request, { 'idempotency-key': key }));
    expect(answer).toMatchObject({ status: 200 });
    rounds += 1;
  }
  await kills;
  const expected = (BigInt(rounds) * 15n * 10n ** 17n).toString();
  await eventually(async () => (await onChain(OUTSIDE)).replace('.', '').replace(/^0+/, '') === expected);
  // The public list holds what the chain has confirmed.
  await eventually(async () => {
    const { body } = await insist(() => client.get('/transactions/get-transactions', { type: 'withdrawal' }));
    return body.meta.total === rounds;
  });
  await server.stop();
  const { code, output } = await server.verifyBooks();
  expect(output).toContain('books: right');
  expect(output.match(/unexplained 0 units/g)).toHaveLength(3);
  expect(code).toBe(0);
}, 600_000);
