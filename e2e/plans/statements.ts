// Statements that the product's code issued while the tests of the back end ran (packages/db/src/testing-statements.ts).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DialectName } from '@glasspool/db';
import { type RecordedStatement, STATEMENTS_FOLDER } from '@glasspool/db/testing-statements';
import { z } from 'zod';

const Line = z.object({
  dialect: z.enum(['sqlite', 'postgres']),
  text: z.string(),
  parameters: z.array(z.unknown()),
  origin: z.string(),
}) satisfies z.ZodType<RecordedStatement>;

/** Every distinct statement of a dialect, each with one of the lines that issued it; none when nothing was recorded. */
export function readStatements(dialect: DialectName): RecordedStatement[] {
  if (!existsSync(STATEMENTS_FOLDER)) return [];
  const statements = new Map<string, RecordedStatement>();
  for (const file of readdirSync(STATEMENTS_FOLDER))
    for (const line of readFileSync(join(STATEMENTS_FOLDER, file), 'utf8').trim().split('\n')) {
      const statement = Line.parse(JSON.parse(line));
      if (statement.dialect === dialect) statements.set(toShape(statement.text), statement);
    }
  return [...statements.values()];
}

/** The text with lists of values as one value: an insert of three rows is planned as one of two. */
function toShape(text: string): string {
  return text.replace(
    /(\((?:\?|\$\d+)(?:, (?:\?|\$\d+))*\))(?:, \((?:\?|\$\d+)(?:, (?:\?|\$\d+))*\))+/g,
    '$1',
  );
}
