// Goal: a function fits a screen, whatever its lines hold: statements, JSX or SQL. Biome counts neither JSX nor template literals.
// Method: the spans of all functions, as swc parses them; a long component and a long template are planted.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../src/running-server.ts';

const LINES_MAX = 70;
const FUNCTIONS: ReadonlySet<unknown> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
]);
const NOT_COUNTED = /\.test\.tsx?$|\/testing|\.d\.ts$|^e2e\/|^bench\//;

interface Span {
  readonly start: number;
  readonly end: number;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isSpan(value: unknown): value is Span {
  return isObject(value) && typeof value['start'] === 'number' && typeof value['end'] === 'number';
}

function* findFunctions(node: unknown): Generator<Span> {
  if (Array.isArray(node)) for (const one of node) yield* findFunctions(one);
  if (!isObject(node) || Array.isArray(node)) return;
  if (FUNCTIONS.has(node['type']) && isSpan(node['span'])) yield node['span'];
  for (const value of Object.values(node)) yield* findFunctions(value);
}

/** Lines with anything but a comment, of each function of a file that is longer than allowed. */
function findLongFunctions(text: string, isJsx: boolean): number[] {
  const bytes = Buffer.from(text);
  const tree = parseSync(text, { syntax: 'typescript', tsx: isJsx });
  return [...findFunctions(tree.body)].flatMap(({ start, end }) => {
    // swc counts bytes, from 1.
    const lines = bytes
      .subarray(start - 1, end - 1)
      .toString()
      .split('\n');
    const counted = lines.filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
    return counted > LINES_MAX ? [counted] : [];
  });
}

describe('a function', () => {
  it(`has at most ${LINES_MAX} lines`, () => {
    const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((path) => /\.tsx?$/.test(path) && !NOT_COUNTED.test(path));
    const long = paths.flatMap((path) =>
      findLongFunctions(readFileSync(join(ROOT, path), 'utf8'), path.endsWith('x')).map(
        (lines) => `${path}: ${lines}`,
      ),
    );
    expect(long).toEqual([]);
  });

  it('is counted with its JSX and its SQL', () => {
    const rows = (row: string): string => Array.from({ length: LINES_MAX }, () => row).join('\n');
    expect(
      findLongFunctions(`// ü\nfunction Long() {\n  return <ul>\n${rows('<li />')}\n</ul>;\n}`, true),
    ).toEqual([LINES_MAX + 4]);
    expect(findLongFunctions(`const up = () => run(\`\n${rows('select 1')}\n\`);`, false)).toEqual([
      LINES_MAX + 2,
    ]);
    expect(findLongFunctions(`const up = () => run(\`\n${rows('\n')}\n\`);`, false)).toEqual([]);
  });
});
