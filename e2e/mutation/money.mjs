// `npx stryker run e2e/mutation/money.mjs`: the rules of money, every one of which runs in the browser too.
import { toOptions } from './options.mjs';

export default toOptions({
  mutate: ['packages/core/src/{books,money,rewards,terms,withdrawals}/**/*.ts'],
  breakBelow: 90,
});
