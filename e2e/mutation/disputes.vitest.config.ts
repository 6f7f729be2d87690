// The tests of disputes: those beside the code, and the disputes that users bring against a pool.
import { mergeConfig } from 'vitest/config';
import config from './vitest.config.ts';

export default mergeConfig(config, {
  test: { include: ['e2e/src/solvency/lies/{dispute,entry-dispute}.test.ts'] },
});
