export { confirmWithdrawals } from './confirm-withdrawals.ts';
export { findFreeze, freezePayouts } from './freeze.ts';
export { requestWithdrawal, type WithdrawalRequest } from './request-withdrawal.ts';
export { planWithdrawal } from './rules.ts';
export { sendWithdrawals } from './send-withdrawals.ts';
export type { Withdrawal } from './transition.ts';
