// Goal: code, documents and screens are written in the words of the glossary and in plain English, as far as a pattern can tell. Method:
// each rule is applied to every tracked file of its kind, and to a planted line that breaks it.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../src/running-server.ts';
import { listTests } from './list-tests.ts';

interface Part {
  readonly text: string;
  /** From 1 on. */
  readonly line: number;
}

interface Rule {
  readonly name: string;
  readonly files: RegExp;
  /** Parts of a file that are compared with the pattern: its lines when left out. */
  readonly split?: (source: string, path: string) => readonly Part[];
  readonly pattern: RegExp;
  readonly planted: string;
}

const CODE = /\.(tsx?|mjs)$/;
const PROSE = /\.(tsx?|mjs|md|po|html)$/;
/** Files with the English texts that users read. */
const SCREENS = /^apps\/web\/locales\/en\.po$|^packages\/core\/src\/[a-z]+-errors\.ts$|mail\/texts\/en\.ts$/;
/** The glossary names the words that are not used. */
const EXEMPT = /^docs\/glossary\.md$|^e2e\/style\/words\.test\.ts$/;

const splitLines = (source: string): Part[] =>
  source.split('\n').map((text, index) => ({ text, line: index + 1 }));

const listTitles = (source: string, path: string): Part[] =>
  listTests(source, path.endsWith('x')).flatMap(({ title, line }) =>
    title === undefined ? [] : [{ text: title, line }],
  );

const RULES: readonly Rule[] = [
  {
    name: 'a comment opens with a noun phrase or a verb, not with a relative clause',
    files: CODE,
    pattern: /^\s*(\/\*\*|\*|\/\/) (What|Who|Whose|Whether|How|Why)\b|^\s*\/\*\* Where\b/,
    planted: '/** What is kept of a token. */',
  },
  {
    name: 'no one and someone replace nobody and somebody',
    files: PROSE,
    pattern: /\b(nobody|somebody|anybody|everybody|whoever|anew)\b/i,
    planted: '// Whoever asks is told.',
  },
  {
    name: 'a rate is named with PER',
    files: CODE,
    pattern: /\b[A-Z]+S_AN?_[A-Z]+\b/,
    planted: 'const ROWS_A_PAGE = 10;',
  },
  {
    name: 'a function is a verb phrase of the glossary',
    files: CODE,
    pattern:
      /\b(function|const) (tell|note)[A-Z]\w*|\b(heldIn|plugTogether|forgetOld|freezePayouts|paysListedOnly)\b/,
    planted: 'function tellOwner() {}',
  },
  {
    name: 'screens say allowlist, two-factor authentication, hot wallet and digest',
    files: SCREENS,
    pattern:
      /(msgstr|message:|subject:|^\s+['"`]).*\b(address book|second factor|fingerprint|surplus of|treasury)\b/i,
    planted: "    message: 'This address is in your address book.',",
  },
  {
    name: 'code says hot wallet, two-factor and allowlist entry',
    files: CODE,
    pattern: /treasury|second[-_]?factor|\b(add|remove)Payee\b/i,
    planted: 'const treasuryAddress = deriveAddress(0);',
  },
  {
    name: 'a listener of the HTTP server goes through guardHandler',
    files: /^apps\/server\/src\/http\/(?!.*\.test\.)/,
    pattern:
      /\.(on|once)\('\w+', (?!guardHandler\()|(frameworkErrors|onError): (?!guardHandler\(|\(error: unknown\) => void\b)/,
    planted: "    socket.on('close', () => leave());",
  },
  {
    name: 'a test title begins with a verb in the third person, or with a parameter',
    files: /\.test\.tsx?$/,
    split: listTitles,
    // A verb in the third person ends in one s. So do the words of the list, which are no such verbs.
    pattern:
      /^(?![$%]|(?!(always|as|besides|events|its|keys|minus|paths|perhaps|plus|sometimes|this|thus|towards|was)\b)[a-z]*[a-rt-z]s(?![\w’-]))/,
    planted: "it.each([[30]])(\n  'are kept for %i days',\n  () => {},\n);",
  },
];

/** Places of a file where a rule is broken. */
const findBroken = ({ split = splitLines, pattern }: Rule, source: string, path: string): string[] =>
  split(source, path).flatMap(({ text, line }) =>
    pattern.test(text) ? [`${path}:${line}: ${text.trim().slice(0, 100)}`] : [],
  );

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)) && !EXEMPT.test(path));

describe.each(RULES)('$name', (rule) => {
  it('holds in every file', () => {
    const broken = paths
      .filter((path) => rule.files.test(path))
      .flatMap((path) => findBroken(rule, readFileSync(join(ROOT, path), 'utf8'), path));
    expect(broken).toEqual([]);
  });

  it('finds a planted line', () => {
    expect(findBroken(rule, rule.planted, 'planted.test.ts')).toHaveLength(1);
  });
});

describe('the list of rooms in the documents', () => {
  const listFolders = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter(
        (entry) =>
          entry.isDirectory() && !['node_modules', 'testing', 'dist', 'dist-ssr'].includes(entry.name),
      )
      .filter((entry) => paths.some((path) => path.startsWith(`${folder}/${entry.name}/`)))
      .map(({ name }) => name)
      .sort();
  const architecture = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

  it.each([
    ['pool', 'packages/pool/src'],
    ['records', 'packages/records/src'],
    ['identity', 'packages/identity/src'],
    ['apps/server/src/operations', 'apps/server/src/operations'],
  ])('has the folders of %s', (name, folder) => {
    const listed = new RegExp(`^\\| ${name} \\| (.*) \\|$`, 'm').exec(architecture)?.[1] ?? '';
    expect(listed.split(', ')).toEqual(listFolders(folder));
  });

  it('has all packages and apps, in the README and in the architecture', () => {
    const folders = ['packages', 'apps'].flatMap((parent) =>
      listFolders(parent).map((name) => `${parent}/${name}`),
    );
    expect(folders.length).toBeGreaterThan(12);
    expect(folders.filter((folder) => !readme.includes(`\`${folder}\``))).toEqual([]);
    const [, picture = ''] = /^```\n(proof .*?)\n```$/ms.exec(architecture) ?? [];
    const names = folders.map((folder) => folder.replace('packages/', ''));
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(picture))).toEqual([]);
  });

  it('has every npm command in the README', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    );
    const commands = Object.keys(scripts).filter((name) => !['build', 'docs'].includes(name));
    const isNamed = (name: string): boolean =>
      new RegExp(`npm (run )?${name}(?![\\w:-])`).test(readme.replaceAll('npm run --silent', 'npm run'));
    expect(commands.filter((name) => !isNamed(name))).toEqual([]);
  });
});
