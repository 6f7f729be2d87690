// Goal: no pattern of ours takes long on a text that was made for it (ReDoS). Method: every regular expression of the product is looked
// at by recheck, which searches for such a text; a planted one proves that it would be found.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['apps/server/src', 'apps/web/src', 'packages'];

interface Pattern {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|dist|\.test\.tsx?$|testing/.test(file))
    .map((file) => join(folder, file));
}

function getPatterns(file: string): Pattern[] {
  const found: Pattern[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && node.type === 'RegExpLiteral' && 'pattern' in node && 'flags' in node)
      found.push({ file, pattern: String(node.pattern), flags: String(node.flags) });
    for (const child of Object.values(node)) visit(child);
  };
  const source = readFileSync(join(ROOT, file), 'utf8');
  visit(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' }));
  return found;
}

/** Patterns of the lies read nothing but messages of our own verifier. */
const PATTERNS = FOLDERS.flatMap(sourcesIn)
  .filter((file) => !file.startsWith('packages/lab/src/lies/'))
  .flatMap(getPatterns);

describe('a program', () => {
  it('is started without a shell', () => {
    const shells = FOLDERS.flatMap(sourcesIn).filter((file) =>
      /\bexec(Sync)?\((?!\w+\))|shell: true/.test(
        readFileSync(join(ROOT, file), 'utf8').replaceAll(/\.exec\(/g, ''),
      ),
    );
    // ASVS 1.2.5
    expect(shells).toEqual([]);
  });
});

describe('a signature of what is published', () => {
  it('is decided by one function', () => {
    const deciding = FOLDERS.flatMap(sourcesIn).filter((file) =>
      /\bed25519\s*\.\s*verify\b|\{[^}]*\bverify\b[^}]*\} = ed25519/.test(
        readFileSync(join(ROOT, file), 'utf8'),
      ),
    );
    // The library's own rule takes keys that sign every message.
    expect(deciding).toEqual([]);
    expect(FOLDERS.flatMap(sourcesIn)).toContain('packages/proof/src/signed-by.ts');
  });
});

/** A limit for a pattern that the check does not come to an end with, however busy the machine is. */
const CHECK_MAX_MS = 300_000;

describe('a regular expression', () => {
  it('is found wherever the product has one', () => {
    expect(PATTERNS.length).toBeGreaterThan(60);
    expect(PATTERNS.map(({ file }) => file)).toContain('packages/core/src/email.ts');
  });

  it('takes no text that keeps it busy', () => {
    const slow = PATTERNS.filter(
      ({ pattern, flags }) => checkSync(pattern, flags, { timeout: CHECK_MAX_MS }).status !== 'safe',
    );
    // ASVS 1.3.12
    expect(slow).toEqual([]);
  });

  it('is never made of a text that came from outside', () => {
    const made = FOLDERS.flatMap(sourcesIn).filter((file) =>
      /\bRegExp\(/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    // Each of these is of constants that stand in the code.
    // ASVS 1.2.9
    expect(made.sort()).toEqual([
      'apps/web/src/components/money/AddressText.tsx',
      'packages/api/src/account/contract.ts',
      'packages/api/src/forms.ts',
      'packages/api/src/snapshots/contract.ts',
      'packages/core/src/books/grammar.ts',
      'packages/verify/src/watch/peers.ts',
    ]);
  });

  it('is noticed when a text keeps it busy', () => {
    expect(checkSync('^(a+)+$', '').status).toBe('vulnerable');
  });
});
