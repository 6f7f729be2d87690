// Keeps every statement that the product's own code issues while the tests run, with the line that issued it. The plan test
// (e2e/plans) explains each of them.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createQueryId, type RootOperationNode } from 'kysely';
import { PostgresNamesCompiler, SqliteNamesCompiler } from './names.ts';
import type { DialectName } from './transaction.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Removed when a run of the tests begins. */
export const STATEMENTS_FOLDER = join(ROOT, 'node_modules/.cache/glasspool-statements');
const FRAMES_MAX = 60;

export interface RecordedStatement {
  readonly dialect: DialectName;
  readonly text: string;
  /** Bound values as JSON; big integers as strings. */
  readonly parameters: readonly unknown[];
  /** `path:line` of the code that issued it. */
  readonly origin: string;
}

/** A stack costs more than a statement: after so many looks at a text it is taken for a test's own. */
const LOOKS_MAX = 10;
/** Looks at a text so far; a text that was recorded gets no more. */
const looks = new Map<string, number>();

/** Appends a statement to the file of this process, once per text; statements that tests issue are left out. */
export function recordStatement(dialect: DialectName, node: RootOperationNode): void {
  const compiler = dialect === 'sqlite' ? new SqliteNamesCompiler() : new PostgresNamesCompiler();
  const { sql: text, parameters } = compiler.compileQuery(node, createQueryId());
  const key = `${dialect} ${text}`;
  const look = looks.get(key) ?? 0;
  if (look >= LOOKS_MAX) return;
  const origin = findOrigin();
  looks.set(key, origin === undefined ? look + 1 : LOOKS_MAX);
  if (origin === undefined) return;
  const statement: RecordedStatement = { dialect, text, parameters, origin };
  const line = JSON.stringify(statement, (_name, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  mkdirSync(STATEMENTS_FOLDER, { recursive: true });
  appendFileSync(join(STATEMENTS_FOLDER, `${process.pid}.jsonl`), `${line}\n`);
}

/** `path:line` of the code outside of this package that asked for the statement, unless it is a test's. */
function findOrigin(): string | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES_MAX;
  const stack = new Error('where').stack ?? '';
  Error.stackTraceLimit = stackTraceLimit;
  for (const [, path = '', line] of stack.matchAll(/(?:file:\/\/)?(\/[^\s():]+\.tsx?):(\d+):\d+/g)) {
    if (!path.startsWith(ROOT) || path.includes('/node_modules/')) continue;
    const file = path.slice(ROOT.length);
    if (/^packages\/db\/src\/(statement-hook|testing)/.test(file)) continue;
    return /\.test\.ts$|\/testing|^bench\/|^e2e\/|\/migrations\//.test(file) ? undefined : `${file}:${line}`;
  }
  return undefined;
}
