export { type Investment, invest } from './invest.ts';
export { listInvestments } from './list-investments.ts';
export { matureInvestments } from './mature-investments.ts';
export { type InvestmentPlan, planInvestment } from './rules.ts';
export { ensureTerms, getCurrentTerms } from './terms.ts';
