// Goal: the list of security requirements is whole, and what it calls met has a test whose body says which line asserts it. Planted rows
// prove the checks.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../src/running-server.ts';
import { listTests } from './list-tests.ts';

const Rows = z.array(
  z.strictObject({
    id: z.string().regex(/^v5\.0\.0-\d+\.\d+\.\d+$/),
    level: z.number().int().min(1).max(3),
    status: z.enum(['met', 'open', 'deployment']),
    by: z.string().min(1),
    tests: z.array(z.string()),
  }),
);

/** Levels 1 and 2 that have a subject here: by section, the numbers of its requirements. */
const SECTIONS: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 9],
  '1.3': [2, 3, 6, 7, 11],
  '1.4': [2],
  '1.5': [2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.4': [1, 2, 3, 4],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [2, 3],
  '7.1': [1, 2],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
};
const LEVEL_3 =
  '1.3.12 2.3.5 3.4.7 3.4.8 6.3.5 6.3.7 6.3.8 6.5.8 7.5.3 11.2.4 11.3.4 13.3.3 15.2.4 15.4.2 16.5.4'.split(
    ' ',
  );
/** There are CSV exports and downloads. */
const OF_DOWNLOADS = ['1.2.10', '5.4.1', '5.4.2'];

const wanted = Object.entries(SECTIONS).flatMap(([section, numbers]) =>
  numbers.map((number) => `${section}.${number}`),
);
const rows = Rows.parse(JSON.parse(readFileSync(join(ROOT, 'docs/asvs.json'), 'utf8')));
const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)))
  .map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));
const texts = sources.flatMap(({ path, source }) =>
  listTests(source, path.endsWith('x')).map(({ text }) => text),
);

/** Requirements that the body of a test marks, each beside the line that asserts it. */
const getMarked = (text: string): string[] =>
  [...text.matchAll(/\/\/ ASVS ([\d., ]+)\n/g)].flatMap(([, ids = '']) => ids.split(', '));

function findMistake(id: string, title: string): string | undefined {
  const named = texts.filter((text) => text.includes(`'${title}'`) || text.includes(`"${title}"`));
  if (named.length === 0) return `${id}: no test ${title}`;
  const isMarked = named.some((text) => getMarked(text).includes(id.replace('v5.0.0-', '')));
  return isMarked ? undefined : `${id}: asserted nowhere in ${title}`;
}

describe('the list of security requirements', () => {
  it('has 182 of levels 1 and 2, 15 of level 3, and 3 for downloads, each once', () => {
    expect([wanted.length, LEVEL_3.length]).toEqual([182, 15]);
    const ids = [...wanted, ...LEVEL_3, ...OF_DOWNLOADS].map((id) => `v5.0.0-${id}`);
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  it('names for each that is met a test that asserts it', () => {
    const mistakes = rows.flatMap(({ id, status, tests: named }) => [
      ...(status === 'met' && named.length === 0 ? [`${id} names no test`] : []),
      ...(status === 'met' ? named.flatMap((title) => findMistake(id, title) ?? []) : []),
    ]);
    expect(mistakes).toEqual([]);
    expect(findMistake('v5.0.0-1.1.1', 'A TEST THAT NO ONE WROTE'.toLowerCase())).toContain('no test');
    // A test of another requirement shows nothing of this one.
    expect(findMistake('v5.0.0-16.5.2', 'takes no text that keeps it busy')).toContain('asserted nowhere');
  });

  it('has every one that a test says it asserts', () => {
    const met = rows.filter(({ status }) => status === 'met');
    const claimed = [...new Set(texts.flatMap(getMarked))];
    expect(claimed.filter((id) => !met.some((row) => row.id === `v5.0.0-${id}`))).toEqual([]);
    expect(claimed.length).toBe(met.length);
  });
});
