// The page of security requirements, written from docs/asvs.json, which a test holds against the tests that it names.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = join(import.meta.dirname, '../asvs.json');

/** A requirement of OWASP ASVS, how it is met, and the tests that assert it. */
export interface SecurityRow {
  readonly id: string;
  readonly level: number;
  readonly status: 'met' | 'open' | 'deployment';
  readonly by: string;
  readonly tests: readonly string[];
}

export function readRows(): readonly SecurityRow[] {
  return JSON.parse(readFileSync(LIST, 'utf8'));
}

/** The document: what is open first, for that is what a reader needs to know. */
export function describeRows(rows: readonly SecurityRow[]): string {
  const count = (status: string): number => rows.filter((row) => row.status === status).length;
  const table = (status: string): string =>
    rows
      .filter((row) => row.status === status)
      .map(
        ({ id, level, by, tests }) =>
          `| ${id} | ${level} | ${by} | ${tests.map((test) => `'${test}'`).join(', ')} |\n`,
      )
      .join('');
  const head = '| requirement | level | how | tests |\n| --- | --- | --- | --- |\n';
  return `The requirements of OWASP ASVS 5.0.0 that have a subject here, levels 1 and 2, and the rows of level 3 worth taking. \`docs/asvs.json\` is the list, of which
this page is made, and a test fails when a row is missing, names a test that is not there, or one that does not mark the line that asserts it. Of ${rows.length} rows ${count('met')} are met, ${count('deployment')} are up to who deploys it, and ${count('open')} are open.

## Open

${head}${table('open')}
## Up to the deployment

${head}${table('deployment')}
## Met

${head}${table('met')}`;
}
