// Goal: a planted defect still fits the code, and the test that is to show it is still there: `npm run sim:planted` takes too long for each
// commit. Method: every patch is held against the tree; a patch and a name that fit nothing are found.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PATCHES, readTestOf } from '../simulation/planted.ts';
import { ROOT } from '../src/running-server.ts';

const files = readdirSync(PATCHES);

/** Reason why a patch does not fit, or undefined. */
function findFault(patch: string): string | undefined {
  const { status, stderr } = spawnSync('git', ['apply', '--check', '-'], {
    cwd: ROOT,
    input: patch,
    encoding: 'utf8',
  });
  if (status !== 0) return stderr;
  const test = readTestOf(patch);
  if (test === undefined) return undefined;
  const path = join(ROOT, test.file);
  if (!existsSync(path)) return `${test.file} is not there`;
  // Names with values in them end at the first value.
  const name = test.name.replace(/: drill.*$/, '');
  return readFileSync(path, 'utf8').includes(name) ? undefined : `${test.file} has no test '${name}'`;
}

describe('a planted defect', () => {
  it('is one of at least sixty', () => {
    expect(files.length).toBeGreaterThanOrEqual(60);
  });

  it.each(files)('fits the code, and its test is there: %s', (file) => {
    expect(findFault(readFileSync(join(PATCHES, file), 'utf8'))).toBeUndefined();
  });

  it('that does not is found', () => {
    const [first = ''] = files;
    const patch = readFileSync(join(PATCHES, first), 'utf8');
    expect(findFault(patch.replace(/^-(?!--).*$/m, (line) => `${line} that is not there`))).toBeDefined();
    expect(findFault(`# test: README.md no such test\n${patch.replace(/^# test:.*\n/, '')}`)).toContain(
      'no test',
    );
    expect(findFault(`# test: no/such.test.ts x\n${patch.replace(/^# test:.*\n/, '')}`)).toContain(
      'not there',
    );
  });
});
