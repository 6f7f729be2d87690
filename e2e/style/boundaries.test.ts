// Goal: the rules on who may import whom are alive. Method: a violation of each is planted in an empty tree with our own
// configuration, and must be found; and the real run must have read every file that there is.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
// A plain JavaScript file without types; only the names of its rules matter here.
const { default: config }: { default: { forbidden: { name: string }[] } } = await import(
  join(ROOT, '.dependency-cruiser.mjs')
);
const FOLDERS = ['apps', 'packages', 'e2e'];

/** For each rule a file that breaks it: its path and the module that it imports. */
const PLANTS: Readonly<Record<string, readonly [file: string, specifier: string]>> = {
  'core-is-pure': ['packages/core/src/planted-a.ts', '../../db/src/index.ts'],
  'core-uses-no-node': ['packages/core/src/planted-b.ts', 'node:fs'],
  'proof-knows-core-only': ['packages/proof/src/planted.ts', '../../pool/src/index.ts'],
  'lab-runs-in-a-browser': ['packages/lab/src/lies/planted.ts', '../../../pool/src/index.ts'],
  'db-knows-core-only': ['packages/db/src/planted.ts', '../../pool/src/index.ts'],
  'drivers-in-db-only': ['packages/pool/src/planted-a.ts', 'better-sqlite3'],
  'ledger-knows-no-product': ['packages/ledger/src/planted.ts', '../../pool/src/index.ts'],
  'chains-know-core-only': ['packages/chains/src/planted-a.ts', '../../db/src/index.ts'],
  'identity-knows-no-money': ['packages/identity/src/planted.ts', '../../ledger/src/index.ts'],
  'accounts-know-no-events': ['packages/identity/src/planted-b.ts', './webhooks/index.ts'],
  'tron-node-stands-alone': [
    'packages/chains/src/local/tron-node/planted.ts',
    '../../../../core/src/index.ts',
  ],
  'verifier-trusts-nothing': ['packages/verify/src/planted.ts', '../../pool/src/index.ts'],
  'client-stands-outside': ['packages/api/src/client/planted.ts', '../../../pool/src/index.ts'],
  'tron-node-is-local': ['packages/pool/src/planted-d.ts', '../../chains/src/local/tron-node/index.ts'],
  'pool-knows-no-adapter': ['packages/pool/src/planted-b.ts', '../../chains/src/bsc/index.ts'],
  'pool-knows-no-room-above': ['packages/pool/src/planted-e.ts', '../../solvency/src/index.ts'],
  'solvency-knows-pool-only': ['packages/solvency/src/planted.ts', '../../records/src/index.ts'],
  'records-know-pool-only': ['packages/records/src/planted.ts', '../../solvency/src/index.ts'],
  'rules-know-no-api': ['packages/pool/src/planted-c.ts', '../../api/src/index.ts'],
  'ethers-in-its-folder': ['packages/chains/src/tron/planted.ts', 'ethers'],
  'tronweb-in-its-folder': ['packages/chains/src/bsc/planted.ts', 'tronweb'],
  'api-knows-no-http': ['packages/api/src/planted-a.ts', 'fastify'],
  'api-has-no-sql': ['packages/api/src/planted-b.ts', 'kysely'],
  'web-takes-types-only': ['apps/web/src/planted.ts', '../../../packages/api/src/index.ts'],
  'contracts-are-light': ['packages/api/src/planted.contract.ts', './index.ts'],
  'forms-are-small': ['packages/api/src/planted.forms.ts', 'zod'],
  'ui-is-dumb': ['apps/web/src/ui/planted.ts', 'react-router-dom'],
  'screens-are-neighbours': ['apps/web/src/screens/home/planted.ts', '../landing/other.ts'],
  'testing-in-tests': ['apps/server/src/planted-a.ts', '../../../packages/pool/src/testing/index.ts'],
  'lab-needs-no-test-runner': ['apps/server/src/lab/planted.ts', 'vitest'],
  'nothing-knows-the-lab': ['apps/server/src/planted-c.ts', './lab/main.ts'],
  'concerns-are-neighbours': ['packages/pool/src/rewards/planted.ts', '../users/deep.ts'],
  'no-deep-imports': ['apps/server/src/planted-b.ts', '../../../packages/pool/src/users/deep.ts'],
  'no-cycles': ['packages/core/src/planted-c.ts', './planted-d.ts'],
  'not-to-unresolvable': ['packages/core/src/planted-e.ts', './nowhere.ts'],
};

const TARGETS = [
  'packages/db/src/index.ts',
  'packages/ledger/src/index.ts',
  'packages/pool/src/index.ts',
  'packages/pool/src/users/deep.ts',
  'packages/pool/src/testing/index.ts',
  'packages/solvency/src/index.ts',
  'packages/records/src/index.ts',
  'packages/api/src/index.ts',
  'packages/core/src/index.ts',
  'packages/chains/src/local/tron-node/index.ts',
  'packages/chains/src/bsc/index.ts',
  'packages/identity/src/webhooks/index.ts',
  'apps/web/src/screens/landing/other.ts',
  'apps/server/src/lab/main.ts',
];

interface Cruise {
  readonly modules: readonly { source: string }[];
  readonly summary: { readonly violations: readonly { from: string; rule: { name: string } }[] };
}

function cruise(cwd: string, folders: readonly string[], flags: readonly string[] = []): Cruise {
  const bin = join(ROOT, 'node_modules/.bin/depcruise');
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...flags, ...folders];
  try {
    return JSON.parse(
      execFileSync(bin, args, {
        cwd,
        encoding: 'utf8',
        maxBuffer: 2 ** 27,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  } catch (error) {
    // The tool exits with the number of violations; its report is complete all the same.
    if (error instanceof Error && 'stdout' in error) return JSON.parse(String(error.stdout));
    throw error;
  }
}

describe('the list of boundaries', () => {
  let tree: string;
  let planted: Cruise;
  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'glasspool-boundaries-'));
    cpSync(join(ROOT, '.dependency-cruiser.mjs'), join(tree, '.dependency-cruiser.mjs'));
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), text);
    };
    for (const target of TARGETS) write(target, 'export const value = 1;\n');
    for (const [file, specifier] of Object.values(PLANTS))
      write(file, `import * as planted from '${specifier}';\nexport const kept = planted;\n`);
    write(
      'packages/core/src/planted-d.ts',
      "import type { kept } from './planted-c.ts';\nexport type Back = typeof kept;\n",
    );
    planted = cruise(tree, ['apps', 'packages'], ['--preserve-symlinks']);
  }, 600_000);
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it('has a planted violation for every rule', () => {
    expect(Object.keys(PLANTS).sort()).toEqual(config.forbidden.map((rule) => rule.name).sort());
  });

  it.each(Object.entries(PLANTS))('%s fires', (rule, [file]) => {
    const found = planted.summary.violations
      .filter((violation) => violation.rule.name === rule)
      .map((violation) => violation.from);
    expect(found).toContain(file);
  });

  it('is checked on every source file', () => {
    const tracked = execFileSync(
      'git',
      ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...FOLDERS],
      { cwd: ROOT, encoding: 'utf8' },
    )
      .split('\n')
      .filter((file) => /\.tsx?$/.test(file));
    const real = cruise(ROOT, FOLDERS);
    const read = new Set(real.modules.map((module) => module.source));
    expect(tracked.filter((file) => !read.has(file))).toEqual([]);
    expect(real.summary.violations).toEqual([]);
  });
});
