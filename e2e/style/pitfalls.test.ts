// Goal: docs/pitfalls.md names for every pitfall a test whose body says which line asserts it, or says why it cannot occur.
// Method: the rows are read and the tests looked up in the sources; each way to be wrong is planted once and must be found.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listTests } from './list-tests.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DOCUMENT = readFileSync(join(ROOT, 'docs/pitfalls.md'), 'utf8');
const SHOWN = /^`([^`]+)` › (.+)$/;
const IMPOSSIBLE = /^cannot (occur|be seen): .{20,}/;

function readRows(markdown: string): { pitfall: string; shownBy: string }[] {
  return markdown.split('\n').flatMap((line) => {
    const [, pitfall, shownBy] = /^\| (.+?) \| (.+) \|$/.exec(line) ?? [];
    return pitfall === undefined ||
      shownBy === undefined ||
      shownBy === 'shown by' ||
      pitfall.startsWith('---')
      ? []
      : [{ pitfall, shownBy }];
  });
}

/** Problem of a row, or undefined. */
function findMistake({ pitfall, shownBy }: { pitfall: string; shownBy: string }): string | undefined {
  if (IMPOSSIBLE.test(shownBy)) return undefined;
  const [, file, title] = SHOWN.exec(shownBy) ?? [];
  if (file === undefined || title === undefined) return 'names neither a test nor a reason';
  if (!existsSync(join(ROOT, file))) return `names no file: ${file}`;
  const tests = listTests(readFileSync(join(ROOT, file), 'utf8'), file.endsWith('x'));
  const named = tests.filter(({ text }) => text.includes(title));
  if (named.length === 0) return `names no test: ${title}`;
  // A test of that title may assert anything: its body says where it asserts this.
  return named.some(({ text }) => text.includes(`// Pitfall: ${pitfall}\n`))
    ? undefined
    : `asserted nowhere in its test: ${pitfall}`;
}

describe('the list of pitfalls', () => {
  it('names a test of ours, or a reason, in every row', () => {
    const rows = readRows(DOCUMENT);
    expect(rows.length).toBeGreaterThan(60);
    const mistakes = rows.flatMap((row) => findMistake(row) ?? []);
    expect(mistakes).toEqual([]);
  });

  it('has every pitfall that a test says it asserts', () => {
    const marked = execFileSync(
      'git',
      ['grep', '-hoE', '^ *// Pitfall: .*', '--', '*.test.ts', '*.test.tsx'],
      {
        cwd: ROOT,
        encoding: 'utf8',
      },
    );
    const pitfalls = readRows(DOCUMENT).map(({ pitfall }) => pitfall);
    const named = marked
      .trim()
      .split('\n')
      .map((line) => line.replace(/^ *\/\/ Pitfall: /, ''));
    expect(named.filter((one) => !pitfalls.includes(one))).toEqual([]);
    expect(named.length).toBeGreaterThan(80);
  });

  it.each([
    ['| a | |', 0],
    ['| a | a test somewhere |', 'names neither a test nor a reason'],
    ['| a | cannot occur: no |', 'names neither a test nor a reason'],
    ['| a | `nowhere.test.ts` › is |', 'names no file: nowhere.test.ts'],
    ['| a | `e2e/style/tidy.test.ts` › is not there |', 'names no test: is not there'],
    ['| a | `e2e/style/tidy.test.ts` › holds everywhere |', 'asserted nowhere in its test: a'],
    [
      '| dust as bait | `packages/pool/src/deposits/deposits.test.ts` › is confirming when seen and credited when final |',
      'asserted nowhere in its test: dust as bait',
    ],
  ])('finds %s', (line, mistake) => {
    const [row] = readRows(line);
    expect(row === undefined ? 0 : findMistake(row)).toBe(mistake);
  });
});
