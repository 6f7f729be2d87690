import type { Lie, Verdict } from '@glasspool/lab/lies';

/** The table of docs/lying-operator.md. */
export function describeLies(lies: readonly Lie[]): string {
  const rows = lies.map(({ id, what, verdict }) => `| ${id} | ${what} | ${describeVerdict(verdict)} |`);
  return [
    '# The lying operator',
    '',
    'Each row is a lie that an operator with all keys can tell: books or files are changed, and every digest, signature and anchor is made',
    'again, so that only what is said can be wrong. `packages/lab/src/lies` tells each of them, and `e2e/src/solvency/lies` checks who notices: with the checks that',
    'the command and the browser share, with the command as a program, and with the second verifier, in Python. Nodes of the reader are',
    'simulated. The checks are those of `docs/proof-of-solvency.md`. The page `/lab` of a local pool tells each of them in the browser.',
    '',
    '- **anyone**: a check that needs nothing but the published files and nodes of your own fails, and the command ends with 1.',
    "- **the user**: a check of that user's own part fails, in their browser or with their saved report.",
    '- **the user, by looking**: every check holds, and the user is shown what only they can know to be false.',
    '- **not checked**: the check says that it could not be made, and the command ends with 2 (1 with `--strict`).',
    '- **no one**: this data does not show it.',
    '',
    'This file is made by `npx vitest run --config vitest.workspace.ts e2e/src/solvency/lies -u`, and a test compares it.',
    '',
    '| no. | lie | who notices |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function describeVerdict(verdict: Verdict): string {
  switch (verdict.by) {
    case 'anyone':
      return `anyone: \`${verdict.check}\``;
    case 'user':
      return `the user: \`${verdict.check}\``;
    case 'user who looks':
      return `the user, by looking: ${verdict.at}`;
    case 'incomplete':
      return `not checked: \`${verdict.check}\``;
    case 'no-one':
      return `no one: ${verdict.limit}`;
  }
}
