// `npx stryker run e2e/mutation/proof.mjs`: the rules of every verifier, against the tests beside them and every lie (e2e/src/solvency/lies).
// MUTATE=packages/proof/src/tree.ts mutates one file.
import { toOptions } from './options.mjs';

export default toOptions({
  mutate: [process.env['MUTATE'] ?? 'packages/proof/src/**/*.ts'],
  breakBelow: 90,
  configFile: 'e2e/mutation/proof.vitest.config.ts',
});
