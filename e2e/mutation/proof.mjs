// `npx stryker run e2e/mutation/proof.mjs`: the rules of every verifier. Most of their tests are whole lies of a pool (e2e/src/solvency), which
// are not run for each mutant: the score is that of the tests near the code.
import { toOptions } from './options.mjs';

export default toOptions({ mutate: ['packages/proof/src/**/*.ts'], breakBelow: 39 });
