import { parseSync } from '@swc/core';

/** One call of `it` or `test`, with its table of cases. */
export interface WrittenTest {
  /** The call as it is written. */
  readonly text: string;
  /** Its title, with `$value` for each value of a template; undefined when it is no text. */
  readonly title: string | undefined;
  /** Its first line, from 1 on. */
  readonly line: number;
}

/** Lists the tests of a source file, in their order. Calls within calls are parts of the outer one. */
export function listTests(source: string, isTsx = false): WrittenTest[] {
  const bytes = Buffer.from(source);
  const parsed = parseSync(source, { syntax: 'typescript', tsx: isTsx, target: 'es2022' });
  // Spans count bytes over all files that were parsed in this process; comments before the first statement are in none.
  const offset = parsed.span.end - bytes.length;
  const tests: WrittenTest[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (isTestCall(node)) {
      const before = bytes.subarray(0, node.span.start - offset).toString();
      const text = bytes.subarray(node.span.start - offset, node.span.end - offset).toString();
      tests.push({ text, title: readTitle(node), line: before.split('\n').length });
      return;
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parsed.body);
  return tests;
}

interface Call {
  readonly span: { readonly start: number; readonly end: number };
  readonly arguments: readonly { readonly expression: object }[];
}

function readTitle({ arguments: [first] }: Call): string | undefined {
  const expression = first?.expression ?? {};
  if ('value' in expression && typeof expression.value === 'string') return expression.value;
  if ('quasis' in expression && Array.isArray(expression.quasis))
    return expression.quasis.map(({ raw }) => raw).join('$value');
  return undefined;
}

/** `it(…)`, `it.each(…)(…)`, `it.runIf(…)(…)` and the like. */
function isTestCall(node: object): node is Call {
  if (!('type' in node) || node.type !== 'CallExpression') return false;
  let callee: unknown = node;
  while (typeof callee === 'object' && callee !== null) {
    if ('callee' in callee) callee = callee.callee;
    else if ('object' in callee) callee = callee.object;
    else if ('tag' in callee) callee = callee.tag;
    else break;
  }
  return (
    typeof callee === 'object' &&
    callee !== null &&
    'value' in callee &&
    (callee.value === 'it' || callee.value === 'test')
  );
}
