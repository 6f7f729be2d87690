export { type Investment, invest } from './invest.ts';
export { listInvestments } from './list-investments.ts';
export { matureInvestments } from './mature-investments.ts';
export { ensureTerms, getCurrentTerms } from './terms.ts';
