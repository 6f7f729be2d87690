import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PublishedPool } from '@glasspool/lab/lies';
import { expect } from 'vitest';
import { ROOT } from '../../running-server.ts';
import { type Judgement, judgeWithin } from './judge-within.ts';

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

/**
 * Judges a report as a third party does, beside the published files in a new folder within `folder`: with the command, in a browser's way,
 * and with the second verifier, which shares no code with them. All have to agree.
 */
export async function judgeByAll(pool: PublishedPool, report: string, folder: string): Promise<Judgement> {
  const place = writePublished(pool, folder);
  const { status, stdout, stderr } = spawnSync(COMMAND, [place, '--dispute', report], { encoding: 'utf8' });
  const second = spawnSync('python3', [PYTHON, place, '--dispute', report], { encoding: 'utf8' });
  const judgement = { code: status, says: `${stdout}${stderr}` };
  expect(await judgeWithin(pool, report)).toEqual(judgement);
  const verdict = (output: string): string | undefined => output.split(':')[0];
  // The reasons are each program's own words; the verdict is the document's.
  expect([second.status, verdict(second.stdout)]).toEqual([status, verdict(stdout)]);
  return judgement;
}
