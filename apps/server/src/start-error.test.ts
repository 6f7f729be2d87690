// Goal: a command that cannot go on says in one sentence what is wrong and what to do, for what people do to folders and arguments; the stack of
// an error that no one foresaw stays.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Database } from '@glasspool/db';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCommandError } from './start-error.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-errors-'));
  writeFileSync(join(folder, 'file'), 'text');
  symlinkSync(join(folder, 'circle'), join(folder, 'circle'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function catchError(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}

describe('the sentence of a failed command', () => {
  it.each([
    ['nowhere', 'is not there', (path: string) => readFileSync(path)],
    ['', 'is a folder where a file is needed', (path: string) => writeFileSync(path, 'text')],
    ['file', 'is there already', (path: string) => mkdirSync(path)],
    ['file/below', 'lies below a file', (path: string) => mkdirSync(path)],
    ['circle', 'is a link that leads to itself', (path: string) => readFileSync(path)],
    ['n'.repeat(300), 'has too long a name', (path: string) => mkdirSync(path)],
  ])('names %s, which %s', (name, sentence, work) => {
    const said = describeCommandError(catchError(() => work(join(folder, name))));
    expect(said).toContain(name);
    expect(said).toContain(sentence);
    expect(said).not.toContain('\n');
  });

  it('says which argument is not known', () => {
    const error = catchError(() =>
      parseArgs({ args: ['--kept', '3'], options: { keep: { type: 'string' } } }),
    );
    expect(describeCommandError(error)).toMatch(/^Unknown option '--kept'/);
  });

  it('says of a file that is no database what it is', async () => {
    const path = join(folder, 'glasspool.db');
    writeFileSync(path, 'garbage '.repeat(1_000));
    const open = async () => {
      await using database = new Database(() => `sqlite:${path}`);
      return database.read.selectFrom('user').selectAll().execute();
    };
    const error: unknown = await open().catch((failed) => failed);
    expect(describeCommandError(error)).toContain('is no database that can be read');
  });

  it('keeps the stack of what no one foresaw', () => {
    expect(describeCommandError(new TypeError('odd'))).toMatch(/^TypeError: odd\n\s+at /);
  });
});
