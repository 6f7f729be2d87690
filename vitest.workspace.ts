import { defineConfig } from 'vitest/config';

const node = (name: string, include: string[], extra: object = {}) => ({
  test: { name, include, environment: 'node', testTimeout: 120_000, hookTimeout: 120_000, ...extra },
});

export default defineConfig({
  test: {
    projects: [
      node('style', ['e2e/style/**/*.test.ts']),
      node('core', ['packages/core/src/**/*.test.ts']),
      node('chains', ['packages/chains/src/**/*.test.ts']),
      node('backend', ['packages/{db,ledger,pool,api}/src/**/*.test.ts', 'apps/server/src/**/*.test.ts'], {
        globalSetup: ['packages/db/src/testing-postgres.ts'],
      }),
      node('web', ['apps/web/src/**/*.test.{ts,tsx}'], { environment: 'jsdom' }),
      node('e2e', ['e2e/src/**/*.test.ts'], {
        // Limits for what hangs, not for what is slow.
        testTimeout: 300_000,
        hookTimeout: 300_000,
        globalSetup: ['packages/db/src/testing-postgres.ts'],
      }),
    ],
  },
});
