// Goal: docs/accessibility.md has a row for each criterion, and the tests that it names exist.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
/** The criteria of WCAG 2.2 on levels A and AA. */
const CRITERIA_COUNT = 55;

const rows = readFileSync(join(ROOT, 'docs/accessibility.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, criterion = '', , how = '', evidence = '']) => ({ criterion, how, evidence }));

function getProblem(evidence: string): string | undefined {
  if (/^by hand, \d{4}-\d{2}-\d{2}$/.test(evidence)) return undefined;
  const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(evidence) ?? [];
  if (!existsSync(join(ROOT, file)) || file === '') return `no such file: ${evidence}`;
  return readFileSync(join(ROOT, file), 'utf8').includes(`'${title}'`)
    ? undefined
    : `no such test: ${evidence}`;
}

describe('the list of criteria', () => {
  it('is complete, each once', () => {
    expect(rows).toHaveLength(CRITERIA_COUNT);
    expect(new Set(rows.map((row) => row.criterion)).size).toBe(CRITERIA_COUNT);
  });

  it.each(rows)('$criterion has evidence', ({ how, evidence }) => {
    expect(how).not.toBe('');
    expect(getProblem(evidence)).toBeUndefined();
  });

  it('notices a test that is not there', () => {
    expect(getProblem('`e2e/src/looks.browser.test.ts`: no such title')).toContain('no such test');
    expect(getProblem('soon')).toContain('no such file');
  });
});
