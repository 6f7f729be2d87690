// `npm run cluster`: a whole pool of several processes on this machine, with a database on three hosts. Ctrl-C stops and removes it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseCluster } from './database-cluster.ts';
import { createLocalHost } from './hosts.ts';
import { PoolProcesses } from './pool-processes.ts';
import { describeMissing } from './programs.ts';

const DEFAULT_PORT = 3000;
const USAGE = 'Usage: npm run cluster -- [--port 3000] [--webs 3] [--workers 2]';

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function waitForStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}

function describe(pool: PoolProcesses, database: DatabaseCluster): string {
  return [
    '',
    'Glasspool runs on test networks only: tokens have no value.',
    '',
    `  address    ${pool.url}`,
    '  admin      admin@glasspool.test',
    `  password: ${pool.adminPassword}`,
    '',
    ...pool.webs.map(({ url, service }) => `  ${service.name.padEnd(9)}  ${url}`),
    ...pool.workers.map(({ url, service }) => `  ${service.name.padEnd(9)}  ${url}/readyz`),
    '  signers    one that signs, and one that stands by',
    `  database   ${database.url.replace(/:[^:@]*@/, ':…@')}, three hosts, one of them the primary`,
    '',
    'Kill any of these processes and look at what happens. Ctrl-C stops and removes all of it.',
  ].join('\n');
}

async function run(options: { port: number; webs: number; workers: number }): Promise<void> {
  const stopped = waitForStop();
  const stop = new AbortController();
  void stopped.then(() => stop.abort());
  const folder = mkdtempSync(join(tmpdir(), 'glasspool-cluster-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  say('Starting PostgreSQL on three hosts ...');
  const hosts = ['db-1', 'db-2', 'db-3'].map(createLocalHost);
  const starting = start(stack, { folder, hosts, ...options, signal: stop.signal });
  // A start that is told to stop fails for that reason alone.
  await starting.catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  await stopped;
  say('Stopping ...');
}

async function start(
  stack: AsyncDisposableStack,
  parts: {
    folder: string;
    hosts: ReturnType<typeof createLocalHost>[];
    port: number;
    webs: number;
    workers: number;
    signal: AbortSignal;
  },
): Promise<void> {
  const { folder, hosts, ...options } = parts;
  const database = stack.use(await DatabaseCluster.start({ folder, hosts, signal: options.signal }));
  say('Starting chains, signers, workers and web processes ...');
  const pool = stack.use(
    await PoolProcesses.start({
      folder,
      dataDir: join(folder, 'data'),
      databaseUrl: database.url,
      ...options,
    }),
  );
  say(describe(pool, database));
}

const { values } = parseArgs({
  options: { port: { type: 'string' }, webs: { type: 'string' }, workers: { type: 'string' } },
});
const options = {
  port: Number(values.port ?? DEFAULT_PORT),
  webs: Number(values.webs ?? 3),
  workers: Number(values.workers ?? 2),
};
const missing = describeMissing();
if (missing !== undefined || !Object.values(options).every(Number.isInteger)) {
  process.stderr.write(`${missing ?? USAGE}\n`);
  process.exitCode = 2;
} else {
  await run(options);
}
