export { reserve, surplus, type UserAccount, userAccount } from './accounts.ts';
export {
  type BooksDiscrepancy,
  type Reconciliation,
  reconcile,
  recordGasTopUp,
  verifyBooks,
} from './books/index.ts';
export { confirmDeposits, ensureTreasury, scanChain } from './deposits/index.ts';
export type {
  Actor,
  MailMessage,
  MailTransport,
  PasswordHasher,
  PoolDeps,
  PoolSettings,
  SessionClaims,
  SessionTokens,
  SignedLog,
} from './deps.ts';
export { EVENT_TYPES, type PoolEvent, PoolEvents } from './events.ts';
export {
  ensureTerms,
  getCurrentTerms,
  type Investment,
  invest,
  listInvestments,
  matureInvestments,
} from './investments/index.ts';
export { listMailbox, sendMail } from './mail/index.ts';
export {
  listReferralEarnings,
  listReferrals,
  type Referral,
  type ReferralEarning,
  transferReferral,
} from './referrals/index.ts';
export { type CurrencyFigures, fundReserve, getFreeSurplus, getPoolFigures } from './reserve/index.ts';
export { listRewardRuns, type PublicRewardRun, type RewardRun, runRewards } from './rewards/index.ts';
export {
  type FeedEntry,
  listPublicTransactions,
  listUserTransactions,
  TRANSACTION_TYPES,
  type TransactionType,
} from './transactions/index.ts';
export {
  authenticate,
  completeSignUp,
  countUsers,
  createAdmin,
  getProfile,
  logIn,
  logOut,
  type Profile,
  requestPasswordReset,
  resetPassword,
  sendSignUpCode,
  verifySignUpCode,
} from './users/index.ts';
export { getWallets, type Wallet } from './wallets/index.ts';
export {
  confirmWithdrawals,
  findFreeze,
  freezePayouts,
  listWithdrawalsToReview,
  requestWithdrawal,
  reviewWithdrawal,
  sendWithdrawals,
  type Withdrawal,
} from './withdrawals/index.ts';
export { dropAllLeases, holdLease, releaseLeases } from './workers/index.ts';
