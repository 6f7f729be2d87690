// Goal: a failed test fails the run, with the PostgreSQL server of the tests in it: its package would end the process with 0. And that
// server writes nothing by itself, which the oracles of stories would take for a change.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Database } from './database.ts';
import { newPostgresDatabase } from './testing.ts';

const ROOT = join(import.meta.dirname, '../../..');
const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

function runVitest(expectation: string): { status: number | null; output: string } {
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.exit-code-'));
  const config = {
    test: { globalSetup: [join(import.meta.dirname, 'testing-postgres.ts')], include: ['*.test.mjs'] },
  };
  // As a pool leaves it that was opened in this process: the child has it too.
  const umask = process.umask(0o077);
  try {
    writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);
    writeFileSync(
      join(folder, 'one.test.mjs'),
      `import { expect, it } from 'vitest';\nit('is', () => ${expectation});`,
    );
    const parameters = [VITEST, 'run', '--root', folder];
    const { status, stdout, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
    return { status, output: `${stdout}${stderr}` };
  } finally {
    process.umask(umask);
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('a run of the tests', () => {
  it('ends with 0 when they pass', () => {
    const { status, output } = runVitest('expect(1).toBe(1)');
    expect(status, output).toBe(0);
  });

  it('ends with 1 when one fails', () => {
    const { status, output } = runVitest('expect(1).toBe(2)');
    expect(status, output).toBe(1);
    expect(output).toContain('expected 1 to be 2');
  });
});

it('runs no upkeep of its own on the server of the tests', async () => {
  const url = await newPostgresDatabase();
  await using db = new Database(() => url);
  const { rows } = await sql<{ autovacuum: string }>`show autovacuum`.execute(db.untyped());
  expect(rows).toEqual([{ autovacuum: 'off' }]);
});
