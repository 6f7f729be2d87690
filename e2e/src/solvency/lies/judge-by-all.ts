import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PublishedPool } from '@glasspool/lies';
import { expect } from 'vitest';
import { ROOT } from '../../running-server.ts';

export const COMMAND = join(ROOT, 'node_modules/.bin/glasspool-verify');
export const PYTHON = join(ROOT, 'packages/verify/python/glasspool_verify.py');

/** Writes the published files into a new folder within `folder`. */
export function writePublished({ files }: PublishedPool, folder: string): string {
  const place = mkdtempSync(join(folder, 'published-'));
  for (const [name, file] of files) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), file);
  }
  return place;
}

/** Judges a report as a third party does, beside the published files in a new folder within `folder`. Both programs have to agree. */
export function judgeByBoth(
  pool: PublishedPool,
  report: string,
  folder: string,
): { code: number | null; says: string } {
  const place = writePublished(pool, folder);
  const { status, stdout, stderr } = spawnSync(COMMAND, [place, '--dispute', report], { encoding: 'utf8' });
  const second = spawnSync('python3', [PYTHON, place, '--dispute', report], { encoding: 'utf8' });
  const verdict = (output: string): string | undefined => output.split(':')[0];
  // Two programs that share no code: the verdict is the document's.
  expect([second.status, verdict(second.stdout)]).toEqual([status, verdict(stdout)]);
  return { code: status, says: `${stdout}${stderr}` };
}
