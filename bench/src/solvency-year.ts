// `npm run bench -- solvency-year` measures the whole check of a pool with 100,000 investors and a year of daily reward runs, as the command
// makes it of a folder, and the check of the last day from the snapshot before. The baseline reads and hashes the same files.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { toHex } from '@glasspool/proof';
import { IS_SHORT, printFigure, printHead } from './figure.ts';
import { writeYear } from './year-of-snapshots.ts';

const [INVESTORS, DAYS] = IS_SHORT ? [10_000, 30] : [100_000, 365];
const SECOND_MS = 1_000;
const KIBIBYTE_PER_MEBIBYTE = 1_024;
const COMMAND = join(import.meta.dirname, '../../packages/verify/src/main.ts');
/** Prints the most memory that the command held, at its end. */
const PRINT_PEAK = `process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))`;

const folder = mkdtempSync(join(tmpdir(), 'glasspool-year-'));
try {
  const { digests, entries } = await writeYear(folder, { investors: INVESTORS, days: DAYS });
  const bytes = folderBytes();
  process.stdout.write(
    `${INVESTORS} investors, ${DAYS} days: ${entries} entries, ${Math.round(bytes / 2 ** 20)} MiB read\n`,
  );
  const hashMs = await hashAll();
  const whole = check();
  const since = check('--since', `${DAYS - 1}:${toHex(digests[DAYS - 1] ?? new Uint8Array())}`);
  printHead();
  for (const [name, { ms }] of [
    ['whole check', whole],
    ['check of the last day', since],
  ] as const)
    printFigure({ name, measured: ms / SECOND_MS, baseline: hashMs / SECOND_MS, unit: 's' });
  process.stdout.write(`most memory: ${whole.peakMiB} MiB, of the last day ${since.peakMiB} MiB\n`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Runs the command. Anchors cannot be checked without nodes, so it ends with 2. */
function check(...parameters: string[]): { ms: number; peakMiB: number } {
  const hook = `data:text/javascript,${encodeURIComponent(PRINT_PEAK)}`;
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', hook, COMMAND, folder, '--snapshot', String(DAYS), ...parameters],
    { encoding: 'utf8' },
  );
  const ms = performance.now() - startedAt;
  if (status !== 2 || stdout.includes('FAILED')) throw new Error(`${stdout}${stderr}`);
  const peakKiB = Number(/peak (\d+)/.exec(stderr)?.[1]);
  return { ms, peakMiB: Math.round(peakKiB / KIBIBYTE_PER_MEBIBYTE) };
}

function listFiles(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function folderBytes(): number {
  return listFiles().reduce((sum, file) => sum + statSync(file).size, 0);
}

async function hashAll(): Promise<number> {
  const startedAt = performance.now();
  for (const file of listFiles()) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file)) hash.update(chunk);
    hash.digest();
  }
  return performance.now() - startedAt;
}
