import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { poCatalogues } from './apps/web/build/po-catalogues.ts';

const node = (name: string, include: string[], extra: object = {}) => ({
  test: {
    name,
    include,
    environment: 'node',
    // Limits for what hangs, not for what is slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Programs that tests start read what an earlier one compiled: a quarter of the time of a start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/glasspool-compile') },
    ...extra,
  },
});

/** Files of a worker share what they import: a fifth of the time of tests that import all of the back end. */
const SHARED = { isolate: false };

/** Of the tests with real nodes and browsers, those that `npm test` runs: one story by each way in, an emergency, and the verifiers. */
const SHORT = [
  'e2e/src/story.{browser,trpc}.test.ts',
  'e2e/src/halt-payouts.test.ts',
  'e2e/src/solvency/independent.test.ts',
  'e2e/src/solvency/lies/{lying-operator,lab,contradictions,nodes,dispute,entry-dispute}.test.ts',
];

/** Tests of minutes beside the code, which `npm test` leaves to `npm run test:rest`. */
const LONG = [
  'apps/server/src/http/{contract,enumeration}.test.ts',
  'apps/server/src/signer/red-team.test.ts',
  'packages/pool/src/outgoing/killed.test.ts',
  'packages/solvency/src/edited-books.test.ts',
  'e2e/simulation/both-databases.test.ts',
];

export default defineConfig({
  test: {
    // Most tests wait for blocks, lines and clocks: on two cores three files at a time are done sooner than two.
    maxWorkers: 3,
    // The only concurrent tests wait for a throttled line.
    maxConcurrency: 10,
    projects: [
      node('style', ['e2e/style/**/*.test.ts']),
      // Of the check too: what a browser loads is a budget like those of files.
      node('weight', ['e2e/weight/**/*.test.ts']),
      node('core', ['packages/{core,proof,verify}/src/**/*.test.ts'], SHARED),
      node('chains', ['packages/chains/src/**/*.test.ts'], SHARED),
      node(
        'backend',
        [
          'packages/{db,ledger,identity,pool,solvency,records,api,lab}/src/**/*.test.ts',
          'apps/server/src/**/*.test.ts',
        ],
        {
          ...SHARED,
          exclude: LONG,
          globalSetup: ['packages/db/src/testing-postgres.ts', 'packages/db/src/testing-statements-setup.ts'],
        },
      ),
      // After the tests of the back end, whose statements it explains.
      node('plans', ['e2e/plans/**/*.test.ts'], {
        globalSetup: ['packages/db/src/testing-postgres.ts'],
        sequence: { groupOrder: 1 },
      }),
      {
        plugins: [poCatalogues()],
        ...node('web', ['apps/web/src/**/*.test.{ts,tsx}'], {
          environment: 'jsdom',
          setupFiles: ['apps/web/src/testing/setup.ts'],
        }),
      },
      // By itself: its stories never wait, so a third file beside them would only slow them.
      node('simulation', ['e2e/simulation/**/*.test.ts'], { exclude: LONG, sequence: { groupOrder: 2 } }),
      node('e2e', SHORT, { globalSetup: ['packages/db/src/testing-postgres.ts'] }),
      // With the next one, `npm run test:rest`.
      node('rest', ['e2e/{src,demo}/**/*.test.ts', 'bench/src/**/*.test.ts', ...LONG], {
        exclude: SHORT,
        globalSetup: ['packages/db/src/testing-postgres.ts'],
      }),
      // By `npm run check:real-nodes`, where there is a program of a real node.
      node('real', ['e2e/real-nodes/**/*.test.ts']),
      // After all others: it takes both cores, and counts seconds.
      node('cluster', ['e2e/cluster/**/*.test.ts'], { sequence: { groupOrder: 3 } }),
    ],
  },
});
