// `npm run bench -- day --users=1000000` runs the real server on the large pool in SQLite and lets a whole day happen to it at once: the
// rewards of every investment, the day's snapshot, a sweep of 10,000 addresses and a backup, while 200 requests per second come in. It
// prints how long requests took, how long the event loop was kept, and the memory of the server. The chains are real local ones.

import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { eventually, RestClient, signUp } from '@glasspool/e2e/rest-client';
import type { RunningServer } from '@glasspool/e2e/running-server';
import autocannon from 'autocannon';
import Sqlite from 'better-sqlite3';
import { DAY_LIMIT_S, machineTimeMs, SAMPLE_MS, startOnLargePool, untilTrue } from './day-pool.ts';
import { countSwept, depositToAll, startSweep } from './day-sweep.ts';
import { IS_SHORT, printFigure, printHead } from './figure.ts';
import { readUsers } from './large-pool.ts';

const READS_PER_SECOND = 150;
const WITHDRAWALS_PER_SECOND = 50;
const CONNECTIONS = 20;
const MEMBERS = 20;
const MEBIBYTE = 2 ** 20;
/** Goals, which stand in the place of a baseline: no other program does all of this. */
const READS_P99_MS = 50;
const WITHDRAWALS_P99_MS = 150;
const LOOP_GOALS_MS = [
  ['0.99', 20],
  ['1', 100],
] as const;
const MEMORY_MIB = 300;
const START_S = 2;
/** A sweep lasts as long as its network takes; this much of it is measured at least. */
const SWEEP_MEASURED_MS = IS_SHORT ? 20_000 : 120_000;
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

interface Load {
  readonly stop: () => Promise<autocannon.Result>;
}

/** Members with something to withdraw. */
async function signUpMembers(server: RunningServer): Promise<RestClient[]> {
  const members: RestClient[] = [];
  for (let index = 0; index < MEMBERS; index += 1) {
    const member = new RestClient(() => server.url);
    await signUp(member, `member-${machineTimeMs()}-${index}@example.org`);
    const { body } = await member.get('/get-wallet');
    await member.post('/dev/faucet', {
      address: body.data.wallets[1].address,
      currency: 'USDT',
      amount: '1000000',
    });
    members.push(member);
  }
  for (const member of members) {
    await eventually(async () => Number((await member.get('/get-wallet')).body.data.wallets[1].balance) > 0);
    await member.post('/transfer/invest', { currency: 'USDT' });
  }
  return members;
}

function load(options: autocannon.Options): Load {
  const done = Promise.withResolvers<autocannon.Result>();
  const instance = autocannon(
    { connections: CONNECTIONS, duration: DAY_LIMIT_S, ...options },
    (error, result) => (error === null || error === undefined ? done.resolve(result) : done.reject(error)),
  );
  return {
    stop: async () => {
      Reflect.get(instance, 'stop').call(instance);
      return done.promise;
    },
  };
}

function loadReads(server: RunningServer, members: readonly RestClient[]): Load {
  const requests = members.map(({ token }) => ({
    path: '/api/get-wallet',
    headers: { authorization: `Bearer ${token}` },
  }));
  return load({ url: server.url, overallRate: READS_PER_SECOND, requests });
}

function loadWithdrawals(server: RunningServer, members: readonly RestClient[]): Load {
  let serial = 0;
  const stamp = machineTimeMs();
  return load({
    url: server.url,
    overallRate: WITHDRAWALS_PER_SECOND,
    requests: [
      {
        method: 'POST',
        path: '/api/withdraw',
        setupRequest: (request) => {
          serial += 1;
          const idempotencyKey = `day-${stamp}-${serial}`;
          const body = { receiverAddress: OUTSIDE, amount: '1.5', currency: 'USDT', idempotencyKey };
          const authorization = `Bearer ${members[serial % members.length]?.token}`;
          const headers = { 'content-type': 'application/json', authorization };
          return { ...request, headers, body: JSON.stringify(body) };
        },
      },
    ],
  });
}

/** Largest values of the metrics while work goes on. */
async function watchMetrics(server: RunningServer, work: Promise<unknown>): Promise<Record<string, number>> {
  const largest: Record<string, number> = {};
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    for (const [, name = '', value] of text.matchAll(
      /^(glasspool_event_loop_delay_seconds\{[^}]*\}|process_resident_memory_bytes) (\S+)$/gm,
    ))
      largest[name] = Math.max(largest[name] ?? 0, Number(value));
    await setTimeout(SAMPLE_MS);
  }
  await end;
  return largest;
}

async function newestSnapshot(member: RestClient): Promise<number> {
  const { body } = await member.get('/transparency/snapshots', { limit: '1' });
  return body.data[0]?.number ?? -1;
}

async function advanceDay(server: RunningServer, member: RestClient): Promise<void> {
  const before = await newestSnapshot(member);
  const runsBefore = await countRuns(server);
  const startedAt = performance.now();
  const seconds = (): string => ((performance.now() - startedAt) / 1_000).toFixed(1);
  await member.post('/dev/clock/advance', { hours: 24 });
  await untilTrue(async () => (await countRuns(server)) > runsBefore);
  process.stdout.write(`reward run closed after ${seconds()} s\n`);
  await untilTrue(async () => (await newestSnapshot(member)) > before);
  process.stdout.write(`snapshot published after ${seconds()} s\n`);
}

async function countRuns(server: RunningServer): Promise<number> {
  const db = new Sqlite(join(server.dataDir, 'glasspool.db'), { readonly: true });
  const count = db
    .prepare("select count(*) from reward_run where state = 'closed' and investments > 1000")
    .pluck()
    .get();
  db.close();
  return Number(count);
}

async function backUp(server: RunningServer): Promise<void> {
  const folder = join(server.dataDir, `backup-${machineTimeMs()}`);
  const startedAt = performance.now();
  const { code, output } = await server.backUp(folder);
  if (code !== 0) throw new Error(`The backup failed: ${output}`);
  process.stdout.write(`backup written after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s\n`);
}

function print(name: string, goalMs: number, { latency, requests, non2xx, errors }: autocannon.Result): void {
  printFigure({
    name: `${name}, ${requests.average.toFixed(0)}/s (p50 ${latency.p50}, max ${latency.max} ms, ${non2xx + errors} refused): p99 beside the goal`,
    measured: latency.p99,
    baseline: goalMs,
    unit: 'ms',
  });
}

const users = readUsers();
const pool = await startOnLargePool(users);
const { server, startMs } = pool;
try {
  process.stdout.write(`${users} users: started in ${startMs.toFixed(0)} ms\n`);
  const members = await signUpMembers(server);
  const [first] = members;
  if (first === undefined) throw new Error('There are no members.');
  await first.post('/dev/fund-reserve', { currency: 'USDT', amount: '900000000' });
  process.stdout.write('the day before, without load:\n');
  await advanceDay(server, first);
  await depositToAll(pool, first);
  process.stdout.write('a day, with load:\n');
  const addresses = await startSweep(server);
  const [reads, withdrawals] = [loadReads(server, members), loadWithdrawals(server, members)];
  const sweepTime = setTimeout(SWEEP_MEASURED_MS);
  const largest = await watchMetrics(
    server,
    Promise.all([advanceDay(server, first), backUp(server), sweepTime]),
  );
  process.stdout.write(`${countSwept(server)} of ${addresses} addresses swept meanwhile\n`);
  printHead();
  print('reads', READS_P99_MS, await reads.stop());
  print('withdrawals', WITHDRAWALS_P99_MS, await withdrawals.stop());
  for (const [quantile, goalMs] of LOOP_GOALS_MS)
    printFigure({
      name: `event loop delay, quantile ${quantile}, beside the goal`,
      measured: (largest[`glasspool_event_loop_delay_seconds{quantile="${quantile}"}`] ?? Number.NaN) * 1_000,
      baseline: goalMs,
      unit: 'ms',
    });
  printFigure({
    name: 'memory of the server at most, beside the goal',
    measured: (largest['process_resident_memory_bytes'] ?? Number.NaN) / MEBIBYTE,
    baseline: MEMORY_MIB,
    unit: 'MiB',
  });
  printFigure({
    name: 'start, beside the goal',
    measured: startMs / 1_000,
    baseline: START_S,
    unit: 's',
  });
} finally {
  await server[Symbol.asyncDispose]();
}
