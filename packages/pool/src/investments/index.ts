export { invest } from './invest.ts';
export { listInvestments } from './list-investments.ts';
export { matureInvestments } from './mature-investments.ts';
export { type Investment, openInvestment } from './open-investment.ts';
export { ensureTerms, getCurrentTerms } from './terms.ts';
