// `npm run demo`: a pool with 500 users and 90 days of history on local networks, made once and kept in data-demo. `--new` makes it again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ROOT, RunningServer, readAdminPassword } from '../src/running-server.ts';
import { fillDemo, PASSWORD } from './fill.ts';
import { DEMO } from './plan.ts';

const MS_PER_S = 1_000;
const PRIVATE = 0o600;
/** Marks a folder as that of a demo pool: nothing else is ever removed. */
const MARK = 'demo.json';
const Mark = z.object({ adminPassword: z.string().nullable() });
/** Settings of a pool that is being filled: no one waits for a review or a limit. */
const FILLING = {
  RATE_LIMIT_FACTOR: '1000',
  WITHDRAWAL_REVIEW_USDT: '1000000',
  WITHDRAWAL_REVIEW_TRX: '1000000',
  WITHDRAWAL_DAILY_CAP_USDT: '1000000',
  WITHDRAWAL_DAILY_CAP_TRX: '10000000',
};

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function writeMark(folder: string, mark: z.infer<typeof Mark>): void {
  writeFileSync(join(folder, MARK), JSON.stringify(mark), { mode: PRIVATE });
}

/** Reads the mark of a folder; undefined when there is no such folder. */
function readMark(folder: string): z.infer<typeof Mark> | undefined {
  if (!existsSync(folder)) return undefined;
  if (!existsSync(join(folder, MARK)))
    throw new Error(
      `${folder} is not the folder of a demo pool. Nothing was changed. Set DATA_DIR to another one.`,
    );
  return Mark.parse(JSON.parse(readFileSync(join(folder, MARK), 'utf8')));
}

/** Makes the history, and checks the books of it. */
async function makeDemo(folder: string): Promise<string> {
  const startedAt = performance.now();
  mkdirSync(folder, { recursive: true });
  writeMark(folder, { adminPassword: null });
  say(
    `Making a pool with ${DEMO.people} users and ${DEMO.days} days of history in ${folder}. This takes about a minute.`,
  );
  const server = await RunningServer.start({ ...FILLING, DATA_DIR: folder });
  const adminPassword = readAdminPassword(server.output);
  try {
    await fillDemo({ url: server.url, adminPassword }, DEMO, (day, people) => {
      if (day % 10 === 0) say(`  day ${day}: ${people} users`);
    });
  } finally {
    await server.stop();
  }
  const { code, output } = await server.verifyBooks();
  if (code !== 0) throw new Error(`The books of the demo are not right:\n${output}`);
  say(`  books verified: the chains hold what the books say`);
  writeMark(folder, { adminPassword });
  say(`Done in ${((performance.now() - startedAt) / MS_PER_S).toFixed(0)} s.`);
  return adminPassword;
}

const { values } = parseArgs({ options: { new: { type: 'boolean', default: false } } });
const folder = process.env['DATA_DIR'] ?? join(ROOT, 'data-demo');
try {
  const mark = readMark(folder);
  const isDone = mark?.adminPassword != null;
  if (mark !== undefined && (values.new || !isDone)) rmSync(folder, { recursive: true });
  const adminPassword = isDone && !values.new ? mark.adminPassword : await makeDemo(folder);
  say(`\n  a user     ada.0@example.org, password: ${PASSWORD}`);
  say(`  the admin  admin@glasspool.test, password: ${adminPassword}`);
  const pool = spawn(process.execPath, ['--max-semi-space-size=8', 'apps/server/src/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: folder },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => pool.kill(signal));
  const [code] = await once(pool, 'exit');
  process.exitCode = typeof code === 'number' ? code : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
