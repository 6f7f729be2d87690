export { countUnlocking } from './count-unlocking.ts';
export { invest } from './invest.ts';
export { findLastRunAt, readLastRunAt } from './last-run.ts';
export { listInvestments } from './list-investments.ts';
export { matureInvestments } from './mature-investments.ts';
export { type Investment, openInvestment } from './open-investment.ts';
export { pauseUncovered } from './pause.ts';
export { hasRunningInvestments, listPrincipal } from './principal.ts';
export {
  decideTermsProposal,
  findTermsProposal,
  type NewTerms,
  type PublishResult,
  publishTerms,
  type TermsProposal,
} from './publish-terms.ts';
export {
  ensureTerms,
  findTermsAt,
  getCurrentTerms,
  getTerms,
  listTerms,
  readHighestFee,
} from './terms.ts';
