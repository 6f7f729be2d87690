// The tests that mutants are run against. Packages are resolved from the folder that Stryker works in, not from the links in node_modules,
// which lead to code without mutants.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const PACKAGES = join(import.meta.dirname, '..', '..', 'packages');

const alias = readdirSync(PACKAGES).flatMap((folder) => {
  const { name, exports = {} }: { name: string; exports?: Record<string, string> } = JSON.parse(
    readFileSync(join(PACKAGES, folder, 'package.json'), 'utf8'),
  );
  return Object.entries(exports).map(([path, file]) => ({
    find: new RegExp(`^${name}${path.slice(1)}$`),
    replacement: join(PACKAGES, folder, file),
  }));
});

export default defineConfig({
  resolve: { alias },
  test: {
    root: join(PACKAGES, '..'),
    include: [
      'packages/{core,proof,verify}/src/**/*.test.ts',
      'packages/pool/src/{withdrawals,sweeps}/rules.test.ts',
    ],
  },
});
