export { confirmWithdrawals } from './confirm-withdrawals.ts';
export { findFreeze, freezePayouts } from './freeze.ts';
export { requestWithdrawal } from './request-withdrawal.ts';
export { listWithdrawalsToReview, reviewWithdrawal } from './review-withdrawal.ts';
export { sendWithdrawals } from './send-withdrawals.ts';
export type { Withdrawal } from './transition.ts';
