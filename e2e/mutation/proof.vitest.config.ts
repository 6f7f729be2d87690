// The tests of the verifiers: those beside the code, and the whole lies of a pool that run within one process.
import { mergeConfig } from 'vitest/config';
import config from './vitest.config.ts';

export default mergeConfig(config, {
  test: { include: ['e2e/src/solvency/lies/{lying-operator,dispute,entry-dispute}.test.ts'] },
});
