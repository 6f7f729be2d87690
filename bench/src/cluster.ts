// `npm run bench -- cluster` measures 1, 2 and 4 web processes on one PostgreSQL, with a worker, a signer and the load on the same machine: what
// they answer in a second, and what each second of their processors answers, which is what one more core would add.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createDatabase, startPostgres } from '@glasspool/db/testing-postgres';
import { type PoolProcess, PoolProcesses } from '@glasspool/e2e/cluster';
import { RestClient, signUp } from '@glasspool/e2e/rest-client';
import autocannon from 'autocannon';
import pg from 'pg';
import { IS_SHORT, printFigure, printHead } from './figure.ts';
import { MEASURED_SERVER } from './measured-server.ts';
import { playQueues } from './queue-model.ts';

const PROCESSES = [1, 2, 4] as const;
const CONNECTIONS = 20;
const MEMBERS = 20;
const COMMITS = 300;
/** Numbers of the model: cores of web processes, cores of the database, and answers that it plays. */
const PROCESSES_PLAYED = [1, 4, 16, 100] as const;
const DATABASE_CORES = 16;
const ANSWERS_PLAYED = 50_000;
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SECONDS = IS_SHORT ? 3 : 10;
/** Linux counts the time of a processor in hundredths of a second (proc(5)). */
const TICKS_PER_SECOND = 100;

interface Measured {
  readonly perSecond: number;
  /** Processor time of an answer, in ms: of the web processes, of the database, and of the load itself. */
  readonly webMs: number;
  readonly databaseMs: number;
  readonly loadMs: number;
  /** Answers per second of the web processes' own time on a processor. */
  readonly perCpuSecond: number;
  readonly p99Ms: number;
}

interface Call {
  readonly name: string;
  /** True for a call that holds the row of its day until it has committed. */
  readonly holdsRow: boolean;
  readonly request: (token: string) => autocannon.Request;
}

/** Numbers the withdrawals, so that none is taken for another one again. */
let serial = 0;

const CALLS: readonly Call[] = [
  {
    name: 'signed-in read',
    holdsRow: false,
    request: (token) => ({ path: '/api/get-wallet', headers: { authorization: `Bearer ${token}` } }),
  },
  {
    name: 'withdrawal',
    holdsRow: true,
    request: (token) => ({
      method: 'POST',
      path: '/api/withdraw',
      setupRequest: (request) => {
        serial += 1;
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const body = { address: OUTSIDE, amount: '1.5', currency: 'USDT', idempotencyKey: `bench-${serial}` };
        return { ...request, headers, body: JSON.stringify(body) };
      },
    }),
  },
];

/** Time that processes have had on a processor, in seconds. */
function readCpuSeconds(processes: readonly PoolProcess[]): number {
  let ticks = 0;
  for (const { service } of processes) ticks += readTicks(readStat(service.pid) ?? '');
  return ticks / TICKS_PER_SECOND;
}

/** Time that all processes of PostgreSQL have had on a processor, in seconds. */
function readDatabaseSeconds(): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = readStat(pid);
    if (stat?.includes('(postgres)') === true) ticks += readTicks(stat);
  }
  return ticks / TICKS_PER_SECOND;
}

/** Undefined for a process that has ended meanwhile. */
function readStat(pid: number | string | undefined): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
}

function readTicks(stat: string): number {
  const fields = (stat.split(') ')[1] ?? '').split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** Time that the database takes for a commit of one row, which is how long withdrawals hold the row of their day, in ms. */
async function measureCommitMs(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let totalMs = 0;
  for (let round = 0; round < COMMITS; round += 1) {
    await client.query('begin');
    await client.query(`update setting set value = value where name = (select name from setting limit 1)`);
    const startedAt = performance.now();
    await client.query('commit');
    totalMs += performance.now() - startedAt;
  }
  await client.end();
  return totalMs / COMMITS;
}

async function measure(
  webs: readonly PoolProcess[],
  { request }: Call,
  tokens: readonly string[],
): Promise<Measured> {
  const before = { web: readCpuSeconds(webs), database: readDatabaseSeconds(), load: process.cpuUsage() };
  const startedAt = performance.now();
  const results = await Promise.all(
    webs.map(({ url }) =>
      autocannon({
        url,
        connections: CONNECTIONS / webs.length,
        duration: SECONDS,
        requests: tokens.map((token) => request(token)),
      }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const failed = results.reduce((sum, { errors, non2xx }) => sum + errors + non2xx, 0);
  if (failed > 0)
    throw new Error(
      `${failed} requests were not answered with 2xx: ${results.map((one) => JSON.stringify(one.statusCodeStats)).join(' ')}`,
    );
  const answers = results.reduce((sum, { requests }) => sum + requests.total, 0);
  const load = process.cpuUsage(before.load);
  const webMs = ((readCpuSeconds(webs) - before.web) * 1_000) / answers;
  return {
    perSecond: answers / seconds,
    webMs,
    databaseMs: ((readDatabaseSeconds() - before.database) * 1_000) / answers,
    loadMs: (load.user + load.system) / 1_000 / answers,
    perCpuSecond: 1_000 / webMs,
    p99Ms: Math.max(...results.map(({ latency }) => latency.p99)),
  };
}

/** Prints what the model of docs/scale.md says of the same calls: on this machine, and with processors for each process. */
function predict(
  { name, holdsRow }: Call,
  { perSecond, webMs, databaseMs, loadMs }: Measured,
  commitMs: number,
): void {
  const row = holdsRow ? [{ servers: 1, meanMs: commitMs }] : [];
  const shared = { servers: availableParallelism(), meanMs: webMs + databaseMs + loadMs };
  const here = playQueues([shared, ...row], { callers: CONNECTIONS, answers: ANSWERS_PLAYED });
  process.stderr.write(
    `${name}: web ${webMs.toFixed(2)} ms, database ${databaseMs.toFixed(2)} ms, load ${loadMs.toFixed(2)} ms, commit ${commitMs.toFixed(2)} ms\n`,
  );
  printFigure({
    name: `${name}, the model of this machine`,
    measured: here,
    baseline: perSecond,
    unit: '/s',
  });
  for (const webs of PROCESSES_PLAYED) {
    const stations = [
      { servers: webs, meanMs: webMs },
      { servers: DATABASE_CORES, meanMs: databaseMs },
      ...row,
    ];
    const played = playQueues(stations, { callers: webs * CONNECTIONS, answers: ANSWERS_PLAYED });
    const what = `${name}, the model of ${webs} cores of web processes and ${DATABASE_CORES} of the database`;
    printFigure({ name: what, measured: played, baseline: perSecond, unit: '/s' });
  }
}

/** Members with a withdrawable balance that the bench does not use up. */
async function makeMembers(url: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let number = 0; number < MEMBERS; number += 1) {
    const client = new RestClient(() => url);
    await signUp(client, `member-${number}@example.org`);
    const { body } = await client.get('/get-bsc-wallet');
    const { address } = body.data.wallets.find((one: { currency: string }) => one.currency === 'USDT');
    await client.post('/dev/faucet', { address, currency: 'USDT', amount: '10000000' });
    while ((await client.post('/transfer/wallet', { currency: 'USDT' })).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, 200));
    tokens.push(client.token ?? '');
  }
  return tokens;
}

async function run(databaseUrl: string, folder: string): Promise<void> {
  await using pool = await PoolProcesses.start({
    folder,
    databaseUrl,
    dataDir: join(folder, 'data'),
    webs: Math.max(...PROCESSES),
    workers: 1,
    settings: MEASURED_SERVER,
  });
  const tokens = await makeMembers(pool.url);
  const commitMs = await measureCommitMs(databaseUrl);
  printHead();
  for (const call of CALLS) {
    let baseline: Measured | undefined;
    for (const count of PROCESSES) {
      const measured = await measure(pool.webs.slice(0, count), call, tokens);
      baseline ??= measured;
      const name = `${call.name}, ${count} web process${count === 1 ? '' : 'es'}`;
      printFigure({ name, measured: measured.perSecond, baseline: baseline.perSecond, unit: '/s' });
      printFigure({
        name: `${name}, per second of their processors`,
        measured: measured.perCpuSecond,
        baseline: baseline.perCpuSecond,
        unit: '/s',
      });
      if (count === Math.max(...PROCESSES)) predict(call, measured, commitMs);
      printFigure({ name: `${name}, p99`, measured: measured.p99Ms, baseline: baseline.p99Ms, unit: 'ms' });
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), 'glasspool-bench-'));
try {
  await using postgres = await startPostgres();
  await createDatabase(postgres.url, 'glasspool');
  await run(`${postgres.url}/glasspool`, folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
