// Goal: what the documents list is what there is: every table has a class, every file that uses cryptography is in the inventory, every
// log is described, and every package has a reason and a hash.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database, listStoredTables, migrateToLatest } from '@glasspool/db';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../src/running-server.ts';

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: z.record(z.string(), z.string()).optional(),
      devDependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      inBundle: z.boolean().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const CRYPTOGRAPHY =
  /\b(createCipheriv|createHmac|createHash|scryptSync|hkdfSync|randomBytes|generateKeyPairSync|SignJWT|HDKey|ed25519|secp256k1|keccak_?256|hmac|sha256)\(|from '(otplib|@node-rs\/argon2|jose|@noble\/[^']+)'/;

function listSources(): string[] {
  const files = execFileSync('git', ['ls-files', 'apps/*/src/**', 'packages/*/src/**'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return files
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/testing|^apps\/web\//.test(path));
}

/** Documents that a text names and the repository does not have. */
function findMissingDocuments(text: string): string[] {
  const named = [...text.matchAll(/(?<![\w$./-])(?:[a-z][\w-]*\/)*[\w-]+\.md\b/g)].map(([path]) => path);
  return named.filter((path) => !existsSync(join(ROOT, path)));
}

describe('the documentation', () => {
  it('has every document that a source file names', () => {
    const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.py'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
      .filter((path) => path !== 'e2e/style/documents.test.ts');
    const missing = sources.flatMap((path) =>
      existsSync(join(ROOT, path)) ? findMissingDocuments(read(path)).map((name) => `${path}: ${name}`) : [],
    );
    expect(missing).toEqual([]);
    expect(findMissingDocuments('(docs/books.md), (decisions.md 6), README.md')).toEqual(['decisions.md']);
  });

  it('puts every table into one class of data', async () => {
    await using database = new Database(() => 'sqlite::memory:');
    await migrateToLatest(database);
    const tables = await listStoredTables(database.read, 'sqlite');
    const classes = read('docs/data.md').split('## Tables')[1]?.split('- `user` holds')[0] ?? '';
    const named = [...classes.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
    // ASVS 14.1.1, 14.1.2, 14.2.4
    expect(named.sort()).toEqual(tables.map((table) => table.name).sort());
  });

  it('names every file that uses cryptography, and no other', () => {
    const inventory = read('docs/cryptography.md');
    const named = [...inventory.matchAll(/`((?:apps|packages)\/[^`]+)`/g)].map(([, path]) => path ?? '');
    const using = listSources().filter((path) => CRYPTOGRAPHY.test(read(path)));
    expect(using.filter((path) => !named.includes(path))).toEqual([]);
    expect(named.filter((path) => !listSources().includes(path))).toEqual([]);
    // ASVS 11.1.1, 11.1.2, 11.2.1, 11.2.3, 11.4.1
    expect(using.length).toBeGreaterThan(15);
  });

  it('describes every log', () => {
    const logs = read('docs/operations.md').split('## Logs')[1]?.split('\n## ')[0] ?? '';
    // ASVS 16.1.1
    for (const log of ['server log', 'security log', 'audit log', 'signed.log', 'payments.log'])
      expect(logs).toContain(log);
  });

  it('promises when a vulnerability is fixed, and when packages are brought up to date', () => {
    const text = read('SECURITY.md').replaceAll('\n', ' ');
    expect(text).toMatch(/within 3 days, .* within 14, others within 90/);
    // ASVS 15.1.1
    expect(text).toMatch(/every month/);
  });

  it('says why each package is there, and the lockfile holds each to its bytes', () => {
    const reasons = read('docs/dependencies.md');
    const { packages } = Lockfile.parse(JSON.parse(read('package-lock.json')));
    const workspaces = Object.entries(packages).filter(([path]) => !path.includes('node_modules'));
    const unnamed = workspaces.flatMap(([path, { dependencies = {} }]) =>
      Object.keys(dependencies)
        .filter((name) => !name.includes('glasspool') && !reasons.includes(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(unnamed).toEqual([]);
    const loose = Object.entries(packages)
      .filter(
        // One that came inside of another is part of its bytes.
        ([path, { integrity, link, inBundle }]) =>
          /node_modules/.test(path) && link !== true && inBundle !== true && integrity === undefined,
      )
      .map(([path]) => path);
    expect(loose).toEqual([]);
    expect(listRows(reasons).map(({ where }) => where)).toEqual(
      // One of a folder that is no workspace has no users here.
      listRows(reasons).map(({ names, where }) => listUsers(names, workspaces) || where),
    );
    // ASVS 15.1.2, 15.2.4
    expect(Object.keys(packages).length).toBeGreaterThan(100);
  });
});

type Workspace = readonly [path: string, uses: z.infer<typeof Lockfile>['packages'][string]];

/** Rows of the table of packages: which they are, and the workspaces that are said to use them. */
function listRows(text: string): { names: readonly string[]; where: string }[] {
  const table = text.slice(text.indexOf('| package | where |')).split('\n\n')[0] ?? '';
  return table
    .split('\n')
    .slice(2)
    .map((row) => {
      const [names = '', where = ''] = row.slice('| '.length).split(' | ');
      return { names: names.split(', '), where };
    });
}

/** Workspaces that name one of some packages, by the folder's name; `root` for the repository itself. */
function listUsers(names: readonly string[], workspaces: readonly Workspace[]): string {
  const users = workspaces.filter(([, { dependencies, devDependencies, optionalDependencies }]) =>
    names.some((name) => name in { ...dependencies, ...devDependencies, ...optionalDependencies }),
  );
  return users
    .map(([path]) => (path === '' ? 'root' : path.replace(/^(packages|apps)\//, '')))
    .sort()
    .join(', ');
}
