// Goal: a planted defect still fits the code, and the test that is to show it is still there: `npm run sim:planted` takes too long for each
// commit. Method: every defect is held against the tree; a text and a title that fit nothing are found.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Defect, PLANTED } from '../simulation/planted.ts';
import { ROOT } from '../src/running-server.ts';

/** Reason why a defect does not fit, or undefined. */
function findFault({ edits, test }: Defect): string | undefined {
  for (const { file, from, to } of edits) {
    const times = read(file).split(from).length - 1;
    if (times !== 1) return `${file} has its text ${times} times`;
    if (from === to) return `${file} stays as it is`;
  }
  if (test === undefined) return undefined;
  if (!existsSync(join(ROOT, test.file))) return `${test.file} is not there`;
  // Titles with values in them end at the first value.
  const title = test.title.replace(/: drill.*$/, '');
  return read(test.file).includes(title) ? undefined : `${test.file} has no test '${title}'`;
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

describe('a planted defect', () => {
  it('is one of at least sixty, under a name of its own', () => {
    expect(new Set(PLANTED.map(({ name }) => name)).size).toBe(PLANTED.length);
    expect(PLANTED.length).toBeGreaterThanOrEqual(60);
  });

  it.each(PLANTED)('fits the code, and its test is there: $name', (defect) => {
    expect(findFault(defect)).toBeUndefined();
  });

  it('is found when it does not fit', () => {
    const [{ file, from, to } = { file: '', from: '', to: '' }] = PLANTED[0]?.edits ?? [];
    const fault = (edit: object, test?: Defect['test']) =>
      findFault({ name: 'x', edits: [{ file, from, to, ...edit }], ...(test === undefined ? {} : { test }) });
    expect(fault({})).toBeUndefined();
    expect(fault({ from: `${from} that is not there` })).toContain('0 times');
    expect(fault({ from: '\n' })).not.toContain('1 times');
    expect(fault({ to: from })).toContain('stays');
    expect(fault({}, { file: 'README.md', title: 'no such test' })).toContain('no test');
    expect(fault({}, { file: 'no/such.test.ts', title: 'x' })).toContain('not there');
  });
});
