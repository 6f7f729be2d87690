// `npm run bench:solvency` measures how the leaves of a snapshot are built and checked, beside @galoymoney/proof-of-sats on the same
// machine in the same run at 200,000 accounts, and alone at 1,000,000 users. Each measurement is a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMPARED = 200_000;
const MANY = 1_000_000;
const MEBIBYTE = 1024 * 1024;
const SECOND_MS = 1_000;
const FILE = join(tmpdir(), 'glasspool-bench-leaves.bin');

interface Measured {
  readonly ms: number;
  readonly peakBytes: number;
}

async function measure(what: 'build' | 'verify' | 'other', users: number): Promise<Measured> {
  const child = fork(join(import.meta.dirname, 'solvency-run.ts'), [what, String(users), FILE]);
  // The other program sends exactly this.
  const [measured] = (await once(child, 'message')) as [Measured];
  await once(child, 'exit');
  return measured;
}

function print(name: string, { ms, peakBytes }: Measured): void {
  const seconds = (ms / SECOND_MS).toFixed(1);
  process.stdout.write(
    `${name.padEnd(52)} ${seconds.padStart(6)} s  ${Math.round(peakBytes / MEBIBYTE)} MiB at most\n`,
  );
}

const other = await measure('other', COMPARED);
print(`@galoymoney/proof-of-sats, ${COMPARED} accounts, build`, other);
const ours = await measure('build', COMPARED);
print(`ours, ${COMPARED} users, build and write`, ours);
process.stdout.write(
  `ratio: ${(ours.ms / other.ms).toFixed(2)} of the time, ${(ours.peakBytes / other.peakBytes).toFixed(2)} of the memory\n`,
);
print(`ours, ${MANY} users, build and write`, await measure('build', MANY));
process.stdout.write(`leaf file: ${Math.round(statSync(FILE).size / MEBIBYTE)} MiB\n`);
print(`ours, ${MANY} users, whole file checked`, await measure('verify', MANY));
rmSync(FILE);
