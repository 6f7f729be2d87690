// `npm run bench:api` measures requests of the running program, production mode, on the loopback address, for a bounded time, beside a
// bare Fastify route and a bare better-sqlite3 transaction on the same machine in the same run.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { eventually, RestClient, signUp } from '@glasspool/e2e/rest-client';
import { RunningServer } from '@glasspool/e2e/running-server';
import autocannon from 'autocannon';
import Sqlite from 'better-sqlite3';

const CONNECTIONS = 20;
const DURATION_S = 8;
const RAW_MS = 4_000;
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

interface Result {
  readonly name: string;
  readonly perSecond: number;
  readonly p99Ms: number;
}

async function measure(
  name: string,
  options: Omit<autocannon.Options, 'connections' | 'duration'>,
): Promise<Result> {
  const result = await autocannon({ ...options, connections: CONNECTIONS, duration: DURATION_S });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${name}: ${result.errors} errors, ${result.non2xx} refusals.`);
  return { name, perSecond: result.requests.average, p99Ms: result.latency.p99 };
}

async function measureBare(): Promise<Result> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'));
  const [url] = await once(child, 'message');
  try {
    return await measure('a bare Fastify route', { url: String(url) });
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

/** A user with money to withdraw: a day's reward of a large deposit. */
async function richUser(server: RunningServer): Promise<RestClient> {
  const alice = new RestClient(() => server.url);
  await signUp(alice, 'alice@example.org');
  const { body } = await alice.get('/get-wallet');
  await alice.post('/dev/fund-reserve', { currency: 'USDT', amount: '10000000' });
  await alice.post('/dev/faucet', {
    address: body.data.wallets[1].address,
    currency: 'USDT',
    amount: '100000000',
  });
  await eventually(async () => Number((await alice.get('/get-wallet')).body.data.wallets[1].balance) > 0);
  await alice.post('/transfer/invest', { currency: 'USDT' });
  await alice.post('/dev/clock/advance', { hours: 24 });
  return alice;
}

async function measureServer(): Promise<Result[]> {
  await using server = await RunningServer.start({
    NODE_ENV: 'production',
    RATE_LIMIT_FACTOR: '1000',
    LOCAL_BSC_BLOCK_MS: '1000',
    LOCAL_TRON_BLOCK_MS: '3000',
    // They wait for a review, so that no chain is measured.
    WITHDRAWAL_REVIEW_USDT: '1',
    WITHDRAWAL_DAILY_CAP_USDT: '1000000000',
  });
  const alice = await richUser(server);
  const headers = { authorization: `Bearer ${alice.token}` };
  let serial = 0;
  return [
    await measure('REST read, public: GET /api/transparency', { url: `${server.url}/api/transparency` }),
    await measure('REST read, signed in: GET /api/get-wallet', {
      url: `${server.url}/api/get-wallet`,
      headers,
    }),
    await measure('tRPC read, signed in: wallets.listWallets', {
      url: `${server.url}/trpc/wallets.listWallets`,
      headers,
    }),
    await measure('money write: POST /api/withdraw', {
      url: `${server.url}/api/withdraw`,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      requests: [
        {
          setupRequest: (request) => {
            serial += 1;
            const body = {
              receiverAddress: OUTSIDE,
              amount: '1.5',
              currency: 'USDT',
              idempotencyKey: `bench-${serial}`,
            };
            return { ...request, body: JSON.stringify(body) };
          },
        },
      ],
    }),
  ];
}

const bare = await measureBare();
const results = await measureServer();
const rawPerSecond = measureRawTransactions();
const row = ({ name, perSecond, p99Ms }: Result): string =>
  `| ${name} | ${perSecond.toFixed(0)} | ${p99Ms} ms | ${(perSecond / bare.perSecond).toFixed(3)} |\n`;
process.stdout.write('| call | requests/s | p99 | of the bare route |\n| --- | --- | --- | --- |\n');
for (const result of [bare, ...results]) process.stdout.write(row(result));
const write = results.at(-1)?.perSecond ?? 0;
process.stdout.write(
  `\nraw better-sqlite3 transactions: ${rawPerSecond.toFixed(0)}/s; the money write does ${(write / rawPerSecond).toFixed(3)} of that\n`,
);
