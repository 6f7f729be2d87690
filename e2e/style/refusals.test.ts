// Goal: what a REST call says that it may refuse is what its functions refuse. Method: the errors in a procedure's metadata are compared
// with the @throws of the functions that it calls, and with the errors that it throws itself; a list that differs is planted.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../src/running-server.ts';

/** Refusals of a guard, which every procedure behind it has (packages/api/src/openapi). */
const OF_GUARDS: ReadonlySet<string> = new Set(['FORBIDDEN', 'NOT_SIGNED_IN', 'API_KEY_NOT_ALLOWED']);
const ADDRESS_CODES = ['ADDRESS_INVALID', 'ADDRESS_CHECKSUM', 'ADDRESS_WRONG_NETWORK', 'ADDRESS_FORBIDDEN'];
/** Procedures that call no function of the pool: they exist on local networks only. */
const LOCAL = /\/dev\//;
/** Packages whose functions procedures call. */
const CALLED = ['pool', 'solvency', 'records', 'identity'];

const listFiles = (...folders: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|(contract|forms)\.ts$|\/testing/.test(path));

/** Error codes that the docstring of each exported function names after @throws. */
function readThrows(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const functions = text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\s*export (?:async )?function\*? (\w+)/g);
  for (const [, docstring = '', name = ''] of functions) {
    const list = /@throws PoolError ([\s\S]*)/.exec(docstring)?.[1] ?? '';
    const codes = [...list.matchAll(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]*\*?/g)].flatMap(([code]) =>
      code === 'ADDRESS_*' || code === 'ADDRESS_' ? ADDRESS_CODES : [code],
    );
    found.set(name, new Set(codes));
  }
  return found;
}

/** True where a procedure uses what another declaration of its file declares: the calls of that belong to the procedure too. */
function mentions(procedure: string, declaration: string): boolean {
  const name = /^(?:export )?(?:async )?(?:const|function) (\w+)/.exec(declaration)?.[1];
  return name !== undefined && new RegExp(`\\b${name}\\b`).test(procedure);
}

/** Differences between the metadata of the procedures of a file and what they can refuse. */
function findDifferences(text: string, throwsOf: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const imported = [...text.matchAll(/import \{([^}]*)\} from '@glasspool\/(\w+)(?:\/[\w-]+)?'/g)]
    .filter(([, , from = '']) => CALLED.includes(from))
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.replace('type ', '').trim().split(' as '))
    .map(([name = '', alias = name]) => [name.trim(), alias.trim()] as const);
  const declarations = text.split(/\n(?=(?:export )?(?:async )?(?:const|function) )/);
  const helpers = declarations.filter((declaration) => !declaration.includes('.output('));
  return declarations.flatMap((procedure) => {
    const list = /errors: \[([^\]]*)\]/.exec(procedure)?.[1];
    if (list === undefined) return [];
    const part = [procedure, ...helpers.filter((helper) => mentions(procedure, helper))].join('\n');
    const named = new Set([...list.matchAll(/'([A-Z0-9_]+)'/g)].map(([, code = '']) => code));
    const called = imported.filter(([, alias]) => new RegExp(`\\b${alias}\\(`).test(part));
    const thrown = new Set(called.flatMap(([name]) => [...(throwsOf.get(name) ?? [])]));
    for (const [, code = ''] of part.matchAll(/new PoolError\('([A-Z0-9_]+)'/g)) thrown.add(code);
    const path = /path: '([^']+)'/.exec(part)?.[1] ?? 'no path';
    return [
      ...[...named].filter((code) => !thrown.has(code)).map((code) => `${path} cannot give ${code}`),
      ...[...thrown].filter((code) => !named.has(code)).map((code) => `${path} leaves out ${code}`),
    ].filter((text) => !OF_GUARDS.has(text.split(' ').at(-1) ?? ''));
  });
}

describe('the list of refusals of a REST call', () => {
  const throwsOf = new Map(
    listFiles(...CALLED.map((name) => `packages/${name}/src`)).flatMap((path) => [
      ...readThrows(readFileSync(join(ROOT, path), 'utf8')),
    ]),
  );

  it('is the one that its functions document', () => {
    expect(throwsOf.get('requestWithdrawal')?.size).toBeGreaterThan(8);
    const differences = listFiles('packages/api/src')
      .filter((path) => !LOCAL.test(path))
      .flatMap((path) => findDifferences(readFileSync(join(ROOT, path), 'utf8'), throwsOf));
    expect(differences).toEqual([]);
  });

  it('is compared both ways', () => {
    const planted = `import { requestWithdrawal as fromPool } from '@glasspool/pool/withdrawals';
export const withdraw = p.meta({ openapi: { path: '/withdraw', errors: ['PAYOUTS_PAUSED', 'PAYEE_WAITS'] } })
  .mutation(() => fromPool());`;
    const differences = findDifferences(planted, throwsOf);
    expect(differences).toContain('/withdraw cannot give PAYOUTS_PAUSED');
    expect(differences).toContain('/withdraw leaves out INSUFFICIENT_BALANCE');
    expect(differences).not.toContain('/withdraw cannot give PAYEE_WAITS');
  });
});
