// Goal: docs/pitfalls.md names a test that exists for every pitfall, or says why it cannot occur.
// Method: the rows are read and the tests looked up in the sources; each way to be wrong is planted once and must be found.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

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
function findMistake({ shownBy }: { shownBy: string }): string | undefined {
  if (IMPOSSIBLE.test(shownBy)) return undefined;
  const [, file, title] = SHOWN.exec(shownBy) ?? [];
  if (file === undefined || title === undefined) return 'names neither a test nor a reason';
  if (!existsSync(join(ROOT, file))) return `names no file: ${file}`;
  return readFileSync(join(ROOT, file), 'utf8').includes(title) ? undefined : `names no test: ${title}`;
}

describe('the list of pitfalls', () => {
  it('names a test of ours, or a reason, in every row', () => {
    const rows = readRows(DOCUMENT);
    expect(rows.length).toBeGreaterThan(60);
    const mistakes = rows.flatMap((row) => findMistake(row) ?? []);
    expect(mistakes).toEqual([]);
  });

  it.each([
    ['| a | |', 0],
    ['| a | a test somewhere |', 'names neither a test nor a reason'],
    ['| a | cannot occur: no |', 'names neither a test nor a reason'],
    ['| a | `nowhere.test.ts` › is |', 'names no file: nowhere.test.ts'],
    ['| a | `e2e/style/tidy.test.ts` › is not there |', 'names no test: is not there'],
  ])('finds %s', (line, mistake) => {
    const [row] = readRows(line);
    expect(row === undefined ? 0 : findMistake(row)).toBe(mistake);
  });
});
