// Goal: who noted the digest of the first snapshot finds out a pool that shows another history, however consistent.
// Method: both programs, on published folders.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HONEST, mapEntries, type PublishedPool, publish } from '@glasspool/lab/lies';
import { manifestDigest, toHex } from '@glasspool/proof';
import { expect, it } from 'vitest';
import { COMMAND, PYTHON, writePublished } from './judge-by-all.ts';

const NOT_CHECKED = 2;
const honest = publish(HONEST);
const first = honest.snapshots[0]?.manifest;
if (first === undefined) throw new Error('The story has no snapshot.');
const known = toHex(manifestDigest(first));

/** The line about the first snapshot, and the exit code, of each program. */
function check(pool: PublishedPool): (readonly [string | undefined, number | null])[] {
  const folder = mkdtempSync(join(tmpdir(), 'glasspool-first-'));
  try {
    const place = writePublished(pool, folder);
    const options = [place, '--snapshot', '2', '--first', known];
    const runs = [
      spawnSync(COMMAND, options, { encoding: 'utf8' }),
      spawnSync('python3', [PYTHON, ...options], { encoding: 'utf8' }),
    ];
    return runs.map(({ stdout, status }) => [
      stdout.split('\n').find((line) => line.includes('first snapshot')),
      status,
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('finds the history that was noted right', () => {
  const line = expect.stringMatching(new RegExp(`^ok +first snapshot: ${known}$`));
  expect(check(honest)).toEqual([
    [line, NOT_CHECKED],
    [line, NOT_CHECKED],
  ]);
});

it('finds another history of the same pool wrong', () => {
  const rewritten = publish(
    mapEntries(HONEST, (one) => (one.legs.some(([account]) => account.includes('erin')) ? undefined : one)),
  );
  const line = expect.stringMatching(/^FAILED +first snapshot: It is [0-9a-f]{64}: .* another history/);
  expect(check(rewritten)).toEqual([
    [line, 1],
    [line, 1],
  ]);
});
