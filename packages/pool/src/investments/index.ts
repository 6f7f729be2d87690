export { invest } from './invest.ts';
export { type InvestmentRow, listAllInvestments } from './list-all-investments.ts';
export { listInvestments } from './list-investments.ts';
export { matureInvestments } from './mature-investments.ts';
export { type Investment, openInvestment } from './open-investment.ts';
export { publishTerms } from './publish-terms.ts';
export { ensureTerms, getCurrentTerms, listTerms } from './terms.ts';
