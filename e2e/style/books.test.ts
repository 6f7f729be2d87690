// Goal: one module spells account paths, kinds of transfers and their references (docs/books.md); everything else asks it, SQL included.
// Method: every string and template of the product's sources is read; planted violations of each sort must be found. A whole name of an
// account class as a string is allowed: the compiler checks it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNT_CLASSES, TRANSFER_KINDS } from '@glasspool/core/books';
import { parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['apps/server/src', 'apps/web/src', 'packages', 'bench/src', 'e2e/src', 'examples/src'];
/**
 * The module itself; the tables of the database, which a test of the ledger compares with it; the vectors, which must not depend on it;
 * the lying operator and the entries of the verifier's tests, who write what the grammar does not have; and a bench that writes a large pool past the ledger, by names that the compiler checks.
 */
const OWNERS = new RegExp(
  [
    '^packages/core/src/books/',
    '^packages/db/src/migrations/',
    '^e2e/src/solvency/vectors.ts$',
    '^packages/lab/src/lies/',
    '^e2e/src/solvency/lies/',
    '^packages/proof/src/testing-runs.ts$',
    '^bench/src/seed-large-pool.ts$',
    '^bench/src/year-of-snapshots.ts$',
  ].join('|'),
);

const CLASSES = Object.keys(ACCOUNT_CLASSES);
const KINDS = Object.keys(TRANSFER_KINDS);
const REFERENCES = [
  ...new Set(Object.values(TRANSFER_KINDS).map(({ reference }) => reference.split('/')[0])),
];
const PATH = new RegExp(`\\buser/(\\$|%|usr_|$)|(^|[^./\\w-])(${CLASSES.join('|')})\\b`);
const REFERENCE = new RegExp(`(^|['"])(${REFERENCES.join('|')})/`);
/** A kind of one word is also an ordinary word: it counts beside the name of the column. */
const KIND_IN_SQL = new RegExp(`\\bkind\\b[^,;]{0,12}'(${KINDS.join('|')})'`);

interface Text {
  readonly text: string;
  /** True for a whole string, false for a part of a template. */
  readonly isWhole: boolean;
}

function toTexts(source: string, isTsx: boolean): Text[] {
  const found: Text[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'ImportDeclaration') return;
    if ('type' in node && node.type === 'StringLiteral' && 'value' in node)
      found.push({ text: String(node.value), isWhole: true });
    if ('type' in node && node.type === 'TemplateElement' && 'raw' in node)
      found.push({ text: String(node.raw), isWhole: false });
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: isTsx, target: 'es2022' }));
  return found;
}

function isViolation({ text, isWhole }: Text): boolean {
  if (isWhole && CLASSES.includes(text)) return false;
  if (isWhole && text.includes('-') && KINDS.includes(text)) return true;
  return PATH.test(text) || REFERENCE.test(text) || KIND_IN_SQL.test(text);
}

function violationsIn(source: string, isTsx = false): string[] {
  return toTexts(source, isTsx)
    .filter(isViolation)
    .map(({ text }) => text.trim());
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|dist|\.test\.tsx?$/.test(file))
    .filter((file) => !OWNERS.test(file));
}

describe('the spelling of the books', () => {
  it('stands in one module', () => {
    const files = FOLDERS.flatMap(sourcesIn);
    expect(files.length).toBeGreaterThan(500);
    const found = files.flatMap((file) =>
      violationsIn(readFileSync(join(ROOT, file), 'utf8'), file.endsWith('x')).map(
        (text) => `${file}: ${text}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['an account path in a template', 'const path = `user/#{id}/wallet:USDT`;'],
    ['an account path of a user', "const path = 'user/usr_alice/wallet:USDT';"],
    ['an account path of the pool', "const path = 'pool/ownFunds:USDT';"],
    ['a reserve', 'const path = `pool/reserve/#{version}:TRX`;'],
    ['an account class in SQL', "sql`select 1 from account where account_class = 'user/receivable'`"],
    ['a pattern of paths in SQL', "sql`select 1 from account where path like 'user/%'`"],
    ['a kind', "post({ kind: 'withdrawal-hold' })"],
    ['a kind of one word in SQL', "sql`select 1 from transfer where kind = 'deposit'`"],
    ['a reference', 'const reference = `deposit/#{network}/1`;'],
    ['a reference in SQL', "sql`select 1 from transfer where reference like 'reward-run/%'`"],
  ])('is found elsewhere: %s', (_, source) => {
    // The linter takes a placeholder in a plain string for a mistake.
    expect(violationsIn(source.replace('#{', '${'))).toHaveLength(1);
  });

  it.each([
    ['a name of an account class that the compiler checks', "poolAccount('pool/ownFunds', currency)"],
    ['an import', "import { getTerms } from '../reserve/index.ts';"],
    ['a path of the API', "fetch('/api/withdraw/cancel')"],
  ])('allows %s', (_, source) => {
    expect(violationsIn(source)).toEqual([]);
  });
});
