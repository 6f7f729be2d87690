export { findAwaitingSnapshot } from './awaits-snapshot.ts';
export { cancelWithdrawal } from './cancel-withdrawal.ts';
export { confirmWithdrawals } from './confirm-withdrawals.ts';
export { quoteWithdrawal } from './quote-withdrawal.ts';
export { requestTreasuryWithdrawal } from './request-treasury-withdrawal.ts';
export { requestWithdrawal, type WithdrawalRequest } from './request-withdrawal.ts';
export { listWithdrawalsToReview, reviewWithdrawal } from './review-withdrawal.ts';
export { sendWithdrawals } from './send-withdrawals.ts';
export { lockWithdrawal, openWithdrawal, toFacts, transition, type Withdrawal } from './transition.ts';
