// docs/security.md, made from docs/asvs.json: `npm run generate -- security` writes it, a test holds the two against each other.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from './running-server.ts';

export const Rows = z.array(
  z.strictObject({
    id: z.string().regex(/^v5\.0\.0-\d+\.\d+\.\d+$/),
    level: z.number().int().min(1).max(3),
    status: z.enum(['met', 'open', 'deployment']),
    by: z.string().min(1),
    tests: z.array(z.string()),
  }),
);
export const DOCUMENT = join(ROOT, 'docs/security.md');

export function readRows(): z.infer<typeof Rows> {
  return Rows.parse(JSON.parse(readFileSync(join(ROOT, 'docs/asvs.json'), 'utf8')));
}

/** The document: what is open first, for that is what a reader needs to know. */
export function describeRows(rows: z.infer<typeof Rows>): string {
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
  return `# Security, row by row

The requirements of OWASP ASVS 5.0.0 that have a subject here, levels 1 and 2, and the rows of level 3 worth taking. \`docs/asvs.json\` is the list; \`npm run generate -- security\` makes
this page of it, and a test fails when a row is missing, names a test that is not there, or one that does not mark the line that asserts it. Of ${rows.length} rows ${count('met')} are met, ${count('deployment')} are up to who deploys it, and ${count('open')} are open.

## Open

${head}${table('open')}
## Up to the deployment

${head}${table('deployment')}
## Met

${head}${table('met')}`;
}

if (import.meta.main) writeFileSync(DOCUMENT, describeRows(readRows()));
