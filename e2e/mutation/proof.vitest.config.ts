// The tests of the verifiers: those beside the code, and the whole lies of a pool.
import { join } from 'node:path';
import { mergeConfig } from 'vitest/config';
import config from './vitest.config.ts';

const LIES = 'e2e/src/solvency/lies';

export default mergeConfig(config, {
  // Another process knows nothing of the mutant.
  resolve: {
    alias: [{ find: /^\.\/judge-by-all\.ts$/, replacement: join(import.meta.dirname, 'judge.ts') }],
  },
  test: { include: [`${LIES}/{lying-operator,contradictions,nodes,dispute,entry-dispute}.test.ts`] },
});
