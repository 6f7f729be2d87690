// Goal: what style asks for and no linter knows. Each rule is a function of a file's lines, proved on a planted sample.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const LINES_MAX = 300;

interface Source {
  readonly path: string;
  readonly lines: readonly string[];
}

/** Answers the numbers of the lines that break it. */
interface Rule {
  readonly name: string;
  readonly sample: Source;
  check(source: Source): number[];
}

/** Tests, and what is shown to third parties as programs of their own. */
const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing|^e2e\/|^examples\/|test-suite/.test(path);

const linesThat = (source: Source, pattern: RegExp): number[] =>
  source.lines.flatMap((line, index) =>
    pattern.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line) ? [index + 1] : [],
  );

/** A word that may stand in its one home only, and in tests. */
const onlyIn = (name: string, pattern: RegExp, homes: RegExp, sample: string): Rule => ({
  name,
  sample: { path: 'packages/pool/src/sample.ts', lines: [sample] },
  check: (source) => (homes.test(source.path) || isTest(source.path) ? [] : linesThat(source, pattern)),
});

const RULES: readonly Rule[] = [
  {
    name: 'a file has at most 300 lines',
    sample: { path: 'a.ts', lines: Array.from({ length: LINES_MAX + 1 }, () => '') },
    check: ({ lines }) => (lines.length > LINES_MAX ? [lines.length] : []),
  },
  onlyIn(
    'the time is read in one place of each program',
    /Date\.now\(\)|new Date\(\)/,
    /^apps\/server\/src\/adapters\/clock\.ts$|^packages\/verify\/src\/main\.ts$|^apps\/web\/src\/api\/clock\.ts$/,
    'const now = Date.now();',
  ),
  onlyIn(
    'randomness is made in one place',
    /Math\.random|randomInt\(|randomBytes\(|randomUUID\(/,
    /^apps\/server\/src\/(adapters\/random|config\/secrets|workers\/supervisor)\.ts$|^packages\/chains\/src\/keys\//,
    'const n = Math.random();',
  ),
  onlyIn(
    // Where a browser blocks it, each use is an exception.
    'the storage of a browser is used in one place',
    /\b(local|session)Storage\b/,
    /^apps\/web\/src\/storage\.ts$/,
    "localStorage.getItem('theme');",
  ),
  onlyIn(
    // A part that cannot be loaded takes everything with it that has no boundary around it.
    'parts that are loaded later have one place each',
    /\blazy\(|<Suspense\b/,
    /^apps\/web\/src\/components\/frame\/(lazy-page\.ts|Part\.tsx)$/,
    'const Chart = lazy(load);',
  ),
  onlyIn(
    'the environment is read in one place',
    /process\.env/,
    /^apps\/server\/src\/config\/(env|config)\.ts$|\.config\.ts$/,
    'const x = process.env.X;',
  ),
  onlyIn(
    'only the ledger writes transfers and postings',
    /insertInto\('(transfer|posting)'\)|insert into (transfer|posting)\b|updateTable\('account'\)/,
    // Benches write a million at once, or by hand what a run is measured beside.
    /^packages\/ledger\/|^bench\/src\/(seed-large-pool|same-rows)\.ts$/,
    "tx.insertInto('posting')",
  ),
  onlyIn(
    'money is formatted in one place',
    /Intl\.NumberFormat/,
    /^packages\/core\/src\/money\/|^apps\/web\/src\/components\/money\/rates\.ts$/,
    'new Intl.NumberFormat()',
  ),
  {
    name: 'a cast has its reason beside it',
    sample: { path: 'packages/pool/src/sample.ts', lines: ['const a = b;', 'const c = d as Foo;'] },
    check: (source) =>
      isTest(source.path)
        ? []
        : linesThat(source, /\bas (?!const\b)[A-Za-z({['"]/).filter((number) => {
            const line = source.lines[number - 1] ?? '';
            const before = source.lines[number - 2] ?? '';
            const isRename =
              /^\s*(import|export|type )|\b\w+ as \w+,?( \w+)?\s*[,}]|`.*\bas\b.*`|'.*\bas\b.*'|\bas [a-z]/.test(
                line,
              ) ||
              /["`].*\bas\b/.test(line) ||
              // A part of a statement that stretches over lines.
              /^\s*(with )?\w+( \([\w, ]+\))? as \((values|select|$)/.test(line) ||
              />[^<]* as [^<]*</.test(line);
            return !isRename && !/\/\//.test(line) && !/^\s*\/\//.test(before);
          }),
  },
  {
    name: 'no test is skipped for good, or alone',
    sample: { path: 'a.test.ts', lines: ["it.only('x', () => {});"] },
    check: (source) =>
      source.path.startsWith('e2e/style/')
        ? []
        : linesThat(source, /\b(it|test|describe)\.(skip|only|todo)\b/),
  },
  {
    // By itself vitest gives up after a second, which a loaded machine needs for a first page.
    name: 'a test that waits says how long',
    sample: {
      path: 'a.test.ts',
      lines: ['  await vi.waitFor(() => {', '    expect(seen).toBe(1);', '  });'],
    },
    check: ({ path, lines }) =>
      path.startsWith('e2e/style/')
        ? []
        : lines.flatMap((line, index) => {
            if (!/\b(vi\.waitFor|vi\.waitUntil|expect\.poll)\(/.test(line)) return [];
            const [indent = ''] = /^\s*/.exec(line) ?? [];
            const length = lines
              .slice(index)
              .findIndex((one) => /^\s*/.exec(one)?.[0] === indent && one.endsWith(';'));
            const call = lines.slice(index, index + Math.max(length, 0) + 1);
            return call.some((one) => /timeout/i.test(one)) ? [] : [index + 1];
          }),
  },
  {
    name: 'comments speak of the present',
    sample: { path: 'a.ts', lines: ['// previously this was a loop'] },
    check: (source) =>
      source.path.startsWith('e2e/style/')
        ? []
        : source.lines.flatMap((line, index) =>
            /\/[/*].*\b(previously|used to be|no longer needed|TODO|FIXME)\b/i.test(line) ? [index + 1] : [],
          ),
  },
];

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const sources: Source[] = files.map((path) => ({
  path,
  lines: readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n'),
}));

describe.each(RULES)('$name', (rule) => {
  it('is broken by its sample', () => {
    expect(rule.check(rule.sample)).not.toEqual([]);
  });

  it('holds everywhere', () => {
    const broken = sources.flatMap((source) => rule.check(source).map((line) => `${source.path}:${line}`));
    expect(broken).toEqual([]);
  });
});

describe('the tree', () => {
  it('holds no machine paths and no registry hosts', () => {
    const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
      .split('\n')
      .filter(
        (path) =>
          path !== '' &&
          path !== 'package-lock.json' &&
          !/\.(png|woff2|pdf)$/.test(path) &&
          !path.startsWith('e2e/style/') &&
          existsSync(join(ROOT, path)),
      );
    const found = tracked.filter((path) =>
      /\/work\/|\/tmp\/|\/root\/|registry\.npmjs|\.\.\/shared/.test(readFileSync(join(ROOT, path), 'utf8')),
    );
    expect(found).toEqual([]);
  });

  it('locks packages without naming where they came from', () => {
    expect(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).not.toContain('"resolved": "http');
  });
});
