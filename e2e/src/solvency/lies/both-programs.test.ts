// Goal: the two programs that a reader can run, `glasspool-verify` and the one of Python's standard library alone, come to the verdict
// of the table on every lie, and find nothing wrong with the honest pool.
// Method: each lie is published into a folder, or served where the pool lists movements; both programs ask simulated nodes over HTTP,
// since real ones would take hours to come into these states.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MINUTE_MS } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import {
  HONEST,
  LIES,
  type PublishedPool,
  publish,
  type StoryEntry,
  type ToldLie,
  type Verdict,
  withSnapshot,
} from '@glasspool/lab/lies';
import { type OwnCheckOptions, writeJson } from '@glasspool/proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../running-server.ts';
import { presentReport, toPlain } from './report.ts';
import { ServedStory, USDT_CONTRACT } from './serve-story.ts';
import { writeFolders } from './write-folders.ts';

const NEWEST = '2';
/** All take three minutes: `npm run check:long` runs them, and a fifth of them, others than in the browser, run with every other test. */
const PLAYED = process.env['ALL_LIES'] === undefined ? LIES.filter((_lie, index) => index % 5 === 2) : LIES;
const PYTHON = join(ROOT, 'packages/verify/python/glasspool_verify.py');
const NO_ANCHOR = writeJson({ txHash: null });
/** Between two snapshots of the story. */
const DAY_MINUTES = 24 * 60;
const COMMAND = join(ROOT, 'node_modules/.bin/glasspool-verify');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-programs-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly code: number;
  readonly output: string;
}

function run(program: string, parameters: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(program, parameters, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : 0;
      resolve({ code, output: `${stdout}${stderr}` });
    });
  });
}

function writeFiles({ files }: PublishedPool): string {
  const place = mkdtempSync(join(folder, 'published-'));
  for (const [name, file] of files) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), file);
  }
  return place;
}

function writeReport(ownPart: OwnCheckOptions): string {
  const path = join(mkdtempSync(join(folder, 'report-')), 'report.json');
  writeFileSync(path, JSON.stringify(presentReport(ownPart), toPlain));
  return path;
}

/** Runs both programs on what a lie gives to a reader, with nodes. */
async function runBoth(told: ToldLie): Promise<{ command: Ran; python: Ran }> {
  await using served = await ServedStory.start(told.pool, told.movements);
  const place = told.movements === undefined ? writeFiles(told.pool) : served.url;
  const nodes = ['--bsc-rpc', served.bscUrl, '--tron-rpc', served.tronUrl, '--usdt', USDT_CONTRACT];
  const anchor = told.anchorAddress === undefined ? [] : ['--anchor', told.anchorAddress];
  const own =
    told.ownPart === undefined ? [] : ['--report', writeReport(told.ownPart), '--email', told.ownPart.email];
  const parameters = [place, '--snapshot', NEWEST, ...nodes, ...anchor, ...own];
  const [command, python] = await Promise.all([
    run(COMMAND, parameters),
    run('python3', [PYTHON, ...parameters]),
  ]);
  return { command, python };
}

/** Names of the checks of Python's output with a status. */
function getChecks({ output }: Ran, status: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith(status.padEnd(12)))
    .map((line) => line.slice(12).split(':')[0] ?? '');
}

function expectVerdict(verdict: Verdict, { command, python }: { command: Ran; python: Ran }): void {
  const failed = getChecks(python, 'FAILED');
  if (verdict.by === 'anyone') {
    expect(failed, python.output).toContain(verdict.check);
    expect([command.code, python.code]).toEqual([1, 1]);
    return;
  }
  if (verdict.by === 'user') {
    expect(failed, python.output).toContain(`your ${verdict.check}`);
    expect(command.output).toContain(`FAILED      your ${verdict.check}:`);
    expect(failed.filter((name) => !name.startsWith('your '))).toEqual([]);
    return;
  }
  expect(failed).toEqual([]);
  expect(command.output).not.toContain('FAILED');
  // These pools give no proof of balances, which is never right in silence.
  expect([command.code, python.code]).toEqual([2, 2]);
  if (verdict.by === 'incomplete') expect(getChecks(python, 'not checked')).toContain(verdict.check);
}

describe('each of the two programs', () => {
  it('finds nothing wrong with an honest pool', async () => {
    const { command, python } = await runBoth({ pool: publish(HONEST) });
    expect(python.output).toContain('INCOMPLETE: nothing failed, but 1 of 21 checks could not be made.');
    expect(command.output).toContain('INCOMPLETE: nothing failed, but 1 of 21 checks could not be made.');
  });

  it('gives a pool an hour for an anchor, as the other program does (lying-operator.test.ts)', async () => {
    const pool = publish(HONEST);
    const { cutOffMs = 0 } = HONEST.snapshots.at(-1) ?? {};
    await using served = await ServedStory.start(pool);
    const nodes = ['--bsc-rpc', served.bscUrl, '--tron-rpc', served.tronUrl, '--usdt', USDT_CONTRACT];
    const look = async (number: number, minutes: number): Promise<string[]> => {
      const place = writeFiles({
        ...pool,
        files: new Map(pool.files).set(`${number}/anchor.json`, NO_ANCHOR),
      });
      const seconds = cutOffMs / 1_000 + minutes * 60;
      const program = `import runpy, sys, time; time.time = lambda: ${seconds}; sys.argv.pop(0); runpy.run_path(sys.argv[0], run_name="__main__")`;
      const ran = await run('python3', ['-c', program, PYTHON, place, '--snapshot', NEWEST, ...nodes]);
      return [...getChecks(ran, 'FAILED'), String(ran.code), ...getChecks(ran, 'not checked')];
    };
    for (const minutes of [-15, 60]) expect(await look(2, minutes)).toEqual(['2', 'stateProof', 'anchor']);
    for (const minutes of [-16, 61]) expect(await look(2, minutes)).toEqual(['anchor', '1', 'stateProof']);
    expect(await look(1, 60 - DAY_MINUTES)).toEqual(['2', 'stateProof', 'anchors']);
    expect(await look(1, 61 - DAY_MINUTES)).toEqual(['anchors', '1', 'stateProof']);
  });

  it('agrees on a checkpoint whose reserve has an entry after one of a later time', async () => {
    const [{ cutOffMs = 0 } = {}] = HONEST.snapshots;
    const fund = (atMs: number): StoryEntry => ({
      kind: 'reserve-funding',
      atMs,
      legs: [
        ['pool/ownFunds', -micro('10')],
        ['pool/reserve/2', micro('10')],
      ],
    });
    // Two days before the newest cut-off lie between them.
    const late = [fund(cutOffMs + 5 * MINUTE_MS), fund(cutOffMs - 5 * MINUTE_MS)];
    const story = withSnapshot(HONEST, 1, (one) => ({ ...one, entries: [...one.entries, ...late] }));
    const { command, python } = await runBoth({ pool: publish(story) });
    for (const { output } of [command, python]) expect(output).not.toContain('FAILED');
  });

  it('is given each lie as a folder for verifiers of others, and refuses what is published in one', async () => {
    const all = mkdtempSync(join(folder, 'lies-'));
    expect(writeFolders(all)).toBe(LIES.length + 1);
    expect(readdirSync(all)).toHaveLength(LIES.length + 1);
    const { output } = await run('python3', [PYTHON, join(all, '02b', 'published'), '--snapshot', NEWEST]);
    expect(output).toContain('FAILED      journal: The grammar of transfers has no kind correction.');
    expect(JSON.parse(readFileSync(join(all, '02b', 'verdict.json'), 'utf8'))).toMatchObject({
      by: 'anyone',
      check: 'journal',
    });
  });

  it.each(PLAYED)('comes to the verdict of lie $id', async ({ tell, verdict }) => {
    expectVerdict(verdict, await runBoth(tell()));
  });
});
