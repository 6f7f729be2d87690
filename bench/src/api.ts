// `npm run bench -- api` measures requests of the running program, production mode, on the loopback address, for a bounded time, beside a
// bare Fastify route, a route written by hand for the same read, and bare better-sqlite3 transactions, on the same machine in the same
// run.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { eventually, RestClient, signUp } from '@glasspool/e2e/rest-client';
import { RunningServer } from '@glasspool/e2e/running-server';
import autocannon from 'autocannon';
import Sqlite from 'better-sqlite3';
import { IS_SHORT, printFigure, printHead } from './figure.ts';
import { MEASURED_SERVER } from './measured-server.ts';

const CONNECTIONS = 20;
const MANY_CONNECTIONS = 200;
const MEMBERS = 20;
const SECONDS = IS_SHORT ? 2 : 8;
const RAW_MS = 4_000;
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

interface Result {
  readonly name: string;
  readonly perSecond: number;
  readonly p99Ms: number;
}

async function measure(name: string, options: Omit<autocannon.Options, 'duration'>): Promise<Result> {
  const result = await autocannon({ connections: CONNECTIONS, ...options, duration: SECONDS });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${name}: ${result.errors} errors, ${result.non2xx} refusals.`);
  return { name, perSecond: result.requests.average, p99Ms: result.latency.p99 };
}

async function measureBare(): Promise<Result> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'));
  const [url] = await once(child, 'message');
  return stopAfter(child, measure('a bare Fastify route', { url: String(url) }));
}

/** The same read by hand, on the database of the running server, with a token of its own. */
async function measureHandWritten(server: RunningServer): Promise<Result> {
  const child = fork(join(import.meta.dirname, 'hand-written.ts'), [join(server.dataDir, 'glasspool.db')]);
  // The other program sends exactly this.
  const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }];
  const headers = { authorization: `Bearer ${token}` };
  return stopAfter(child, measure('the same read by hand: jose, four statements, JSON', { url, headers }));
}

async function stopAfter(child: ChildProcess, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } finally {
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  }
}

/** As many transactions as a transfer takes rows: one after the other, each on disk before the next. */
function measureRawTransactions(): number {
  const folder = mkdtempSync(join(tmpdir(), 'glasspool-bench-raw-'));
  const db = new Sqlite(join(folder, 'raw.db'));
  db.pragma('journal_mode = wal');
  db.pragma('synchronous = full');
  db.exec(`create table entry (id integer primary key, reference text unique);
    create table line (id integer primary key, entry_id integer, path text, amount integer);
    create table balance (path text primary key, amount integer);
    insert into balance values ('a', 0), ('b', 0)`);
  const entry = db.prepare('insert into entry (reference) values (?)');
  const line = db.prepare('insert into line (entry_id, path, amount) values (?, ?, ?)');
  const balance = db.prepare('update balance set amount = amount + ? where path = ?');
  const run = db.transaction((count: number) => {
    const { lastInsertRowid } = entry.run(`t/${count}`);
    for (const [path, amount] of [
      ['a', -1],
      ['b', 1],
    ] as const) {
      line.run(lastInsertRowid, path, amount);
      balance.run(amount, path);
    }
  });
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < RAW_MS) {
    run(count);
    count += 1;
  }
  db.close();
  rmSync(folder, { recursive: true });
  return (count * 1_000) / RAW_MS;
}

/** Members with money to withdraw: a day's reward of a large deposit. */
async function signUpMembers(server: RunningServer): Promise<RestClient[]> {
  const members: RestClient[] = [];
  for (let index = 0; index < MEMBERS; index += 1) {
    const member = new RestClient(() => server.url);
    await signUp(member, `member${index}@example.org`);
    const { body } = await member.get('/get-wallet');
    if (index === 0) await member.post('/dev/fund-reserve', { currency: 'USDT', amount: '10000000' });
    const { address } = body.data.wallets[1];
    await member.post('/dev/faucet', { address, currency: 'USDT', amount: '10000000' });
    members.push(member);
  }
  for (const member of members) {
    await eventually(async () => Number((await member.get('/get-wallet')).body.data.wallets[1].balance) > 0);
    await member.post('/transfer/invest', { currency: 'USDT' });
  }
  await members[0]?.post('/dev/clock/advance', { hours: 24 });
  return members;
}

function getWithdrawals(server: RunningServer, members: readonly RestClient[]): autocannon.Options {
  return {
    url: `${server.url}/api/withdraw`,
    method: 'POST',
    requests: [
      {
        setupRequest: (request) => {
          serial += 1;
          const idempotencyKey = `bench-${serial}`;
          const body = { receiverAddress: OUTSIDE, amount: '1.5', currency: 'USDT', idempotencyKey };
          const authorization = `Bearer ${members[serial % MEMBERS]?.token}`;
          const headers = { 'content-type': 'application/json', authorization };
          return { ...request, headers, body: JSON.stringify(body) };
        },
      },
    ],
  };
}

let serial = 0;

async function measureServer(): Promise<{ byHand: Result; reads: Result[]; writes: Result[] }> {
  await using server = await RunningServer.start(MEASURED_SERVER);
  const members = await signUpMembers(server);
  const headers = { authorization: `Bearer ${members.at(-1)?.token}` };
  const at = (path: string) => `${server.url}${path}`;
  const reads = [
    await measure('no call: GET /healthz', { url: at('/healthz') }),
    await measure('public: GET /api/transparency', { url: at('/api/transparency') }),
    await measure('public: GET /api/transparency/terms', { url: at('/api/transparency/terms') }),
    await measure('the same for a named caller, from the procedure', {
      url: at('/api/transparency/terms'),
      headers,
    }),
    await measure('signed in: GET /api/get-wallet', { url: at('/api/get-wallet'), headers }),
    await measure('signed in, tRPC: wallets.listWallets', { url: at('/trpc/wallets.listWallets'), headers }),
  ];
  const byHand = await measureHandWritten(server);
  const writes = [
    await measure('POST /api/withdraw', getWithdrawals(server, members)),
    await measure(`POST /api/withdraw, ${MANY_CONNECTIONS} connections`, {
      ...getWithdrawals(server, members),
      connections: MANY_CONNECTIONS,
    }),
  ];
  return { byHand, reads, writes };
}

const bare = await measureBare();
const { byHand, reads, writes } = await measureServer();
const rawPerSecond = measureRawTransactions();
const print = (title: string, results: readonly Result[], baseline: number): void => {
  for (const { name, perSecond, p99Ms } of results)
    printFigure({
      name: `${name} (p99 ${p99Ms} ms), beside ${title}`,
      measured: perSecond,
      baseline,
      unit: 'requests/s',
    });
};
printHead();
print('the bare route', reads, bare.perSecond);
print('the same read by hand (jose, four statements, JSON)', reads.slice(-2), byHand.perSecond);
print('raw better-sqlite3 transactions', writes, rawPerSecond);
