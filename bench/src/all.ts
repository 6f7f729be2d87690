// `npm run bench` runs every bench in its short form, one after the other, and prints one table of what each measured beside its baseline
// in the same run. Each long form has its own command: `npm run bench -- NAME`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const NAMES = [
  'api',
  'postgres',
  'rewards',
  'day',
  'sockets',
  'idle',
  'growth',
  'back-office',
  'solvency',
  'solvency-year',
  'privacy',
  'restore',
  'catch-up',
  'forecast',
] as const;
const ROW = /^\| (?!what |---).+ \|$/;

interface Ran {
  readonly name: string;
  readonly seconds: number;
  readonly rows: readonly string[];
  readonly code: number | null;
}

async function run(name: string): Promise<Ran> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), '--short'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  await once(child, 'close');
  const seconds = (performance.now() - startedAt) / 1_000;
  return { name, seconds, code: child.exitCode, rows: output.split('\n').filter((line) => ROW.test(line)) };
}

const ran: Ran[] = [];
for (const name of NAMES) {
  const result = await run(name);
  process.stderr.write(`${name}: ${result.seconds.toFixed(0)} s, ended with ${result.code}\n`);
  ran.push(result);
}
process.stdout.write('| bench | what | measured | baseline | ratio |\n| --- | --- | --- | --- | --- |\n');
for (const { name, rows } of ran) for (const row of rows) process.stdout.write(`| ${name} ${row}\n`);
if (ran.some(({ code, rows }) => code !== 0 || rows.length === 0)) process.exitCode = 1;
