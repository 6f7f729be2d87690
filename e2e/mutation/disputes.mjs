// `npx stryker run e2e/mutation/disputes.mjs`: the rules by which a verifier judges what a user reports, against the disputes of e2e/src/solvency/lies.
import { toOptions } from './options.mjs';

export const DISPUTES = 'packages/proof/src/{dispute,dispute-verdict,disputed-entries,entry-receipt}.ts';

export default toOptions({
  mutate: [DISPUTES],
  breakBelow: 0,
  configFile: 'e2e/mutation/disputes.vitest.config.ts',
});
