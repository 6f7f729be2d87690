// `npm run bench -- solvency` measures how the leaves of a snapshot are built and checked, beside @galoymoney/proof-of-sats on the same
// machine in the same run at 200,000 accounts, and alone at 1,000,000 users. Each measurement is a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeManifest, fromHex } from '@glasspool/proof';
import { sampleManifest } from '@glasspool/proof/testing';
import { IS_SHORT, printFigure, printHead } from './figure.ts';
import { checkInBrowser } from './solvency-browser.ts';
import type { Built } from './solvency-run.ts';

const COMPARED = IS_SHORT ? 50_000 : 200_000;
const MANY = 1_000_000;
const MEBIBYTE = 1024 * 1024;
/** As `npm start` runs the server: less room for what is soon garbage, so less memory. */
const AS_STARTED = '--max-semi-space-size=8';
const SECOND_MS = 1_000;
const FILE = join(tmpdir(), 'glasspool-bench-leaves.bin');

interface Measured {
  readonly ms: number;
  readonly peakBytes: number;
  readonly built?: Built;
}

async function measure(
  what: 'build' | 'verify' | 'other',
  users: number,
  execArgv: readonly string[] = [],
): Promise<Measured> {
  const args = [what, String(users), FILE];
  const child = fork(join(import.meta.dirname, 'solvency-run.ts'), args, { execArgv: [...execArgv] });
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
const ours = await measure('build', COMPARED, [AS_STARTED]);
print(`ours, ${COMPARED} users, build and write`, ours);
printHead();
printFigure({
  name: `leaves of ${COMPARED} users, time`,
  measured: ours.ms / SECOND_MS,
  baseline: other.ms / SECOND_MS,
  unit: 's',
});
printFigure({
  name: `leaves of ${COMPARED} users, memory`,
  measured: ours.peakBytes / MEBIBYTE,
  baseline: other.peakBytes / MEBIBYTE,
  unit: 'MiB',
});
if (!IS_SHORT) await measureMany();
rmSync(FILE);

async function measureMany(): Promise<void> {
  const many = await measure('build', MANY, [AS_STARTED]);
  print(`ours, ${MANY} users, build and write`, many);
  process.stdout.write(`leaf file: ${Math.round(statSync(FILE).size / MEBIBYTE)} MiB\n`);
  print(`ours, ${MANY} users, whole file checked`, await measure('verify', MANY));
  if (many.built !== undefined) await printBrowserCheck(getManifest(many.built));
  for (const { leaves, bytes, makeMs, checkMs } of many.built?.paths ?? [])
    process.stdout.write(
      `a user with ${leaves} leaves is sent ${bytes} bytes, made in ${makeMs.toFixed(1)} ms, checked in ${checkMs.toFixed(1)} ms\n`,
    );
}

async function printBrowserCheck(manifest: Uint8Array): Promise<void> {
  const check = await checkInBrowser(FILE, manifest);
  if (check === undefined) {
    process.stdout.write('There is no Chromium here: the check in a browser was not measured.\n');
    return;
  }
  if (!check.isRight) throw new Error('The browser found the file wrong.');
  print(`ours, ${MANY} users, whole file checked in Chromium`, {
    ms: check.checkMs,
    peakBytes: check.memoryBytes,
  });
  process.stdout.write(
    `the download alone took ${Math.round(check.downloadMs)} ms; the page answered again after at most ${Math.round(check.longestPauseMs)} ms\n`,
  );
}

/** A manifest of the file, and of nothing else. */
function getManifest({ leafCount, rootDigest, usdt, trx, fileDigest }: Built): Uint8Array {
  const root = { digest: fromHex(rootDigest), usdt: BigInt(usdt), trx: BigInt(trx) };
  const leafFileDigest = fromHex(fileDigest);
  return encodeManifest(sampleManifest({ root, leafCount }, { leafFileDigest }));
}
