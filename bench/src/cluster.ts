// `npm run bench -- cluster` measures 1, 2 and 4 web processes on one PostgreSQL, with a worker, a signer and the load on the same machine: what
// they answer in a second, and what each second of their processors answers, which is what one more core would add.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createDatabase, startPostgres } from '@glasspool/db/testing-postgres';
import { type PoolProcess, PoolProcesses } from '@glasspool/e2e/cluster';
import { RestClient, signUp } from '@glasspool/e2e/rest-client';
import autocannon from 'autocannon';
import { IS_SHORT, printFigure, printHead } from './figure.ts';
import { MEASURED_SERVER } from './measured-server.ts';

const PROCESSES = [1, 2, 4] as const;
const CONNECTIONS = 20;
const MEMBERS = 20;
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SECONDS = IS_SHORT ? 3 : 10;
/** Linux counts the time of a processor in hundredths of a second (proc(5)). */
const TICKS_PER_SECOND = 100;

interface Measured {
  readonly perSecond: number;
  /** Answers per second of the web processes' own time on a processor. */
  readonly perCpuSecond: number;
  readonly p99Ms: number;
}

interface Call {
  readonly name: string;
  readonly request: (token: string, serial: number) => autocannon.Request;
}

const CALLS: readonly Call[] = [
  {
    name: 'signed-in read',
    request: (token) => ({ path: '/api/get-wallet', headers: { authorization: `Bearer ${token}` } }),
  },
  {
    name: 'withdrawal',
    request: (token) => ({
      method: 'POST',
      path: '/api/withdraw',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ address: OUTSIDE, amount: '1.5', currency: 'USDT' }),
    }),
  },
];

/** Time that processes have had on a processor, in seconds. */
function readCpuSeconds(processes: readonly PoolProcess[]): number {
  let ticks = 0;
  for (const { service } of processes) {
    const [, rest = ''] = readFileSync(`/proc/${service.pid}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ');
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / TICKS_PER_SECOND;
}

async function measure(
  webs: readonly PoolProcess[],
  { request }: Call,
  tokens: readonly string[],
): Promise<Measured> {
  const before = readCpuSeconds(webs);
  const startedAt = performance.now();
  const results = await Promise.all(
    webs.map(({ url }) =>
      autocannon({
        url,
        connections: CONNECTIONS / webs.length,
        duration: SECONDS,
        requests: tokens.map(request),
      }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const failed = results.reduce((sum, { errors, non2xx }) => sum + errors + non2xx, 0);
  if (failed > 0) throw new Error(`${failed} requests were not answered with 2xx.`);
  const answers = results.reduce((sum, { requests }) => sum + requests.total, 0);
  return {
    perSecond: answers / seconds,
    perCpuSecond: answers / (readCpuSeconds(webs) - before),
    p99Ms: Math.max(...results.map(({ latency }) => latency.p99)),
  };
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
