export type { PageOf, PageRequest, Place } from '@glasspool/db';
export {
  createAccountHooks,
  getUser,
  iterateUsers,
  listUsers,
  type UserDetails,
  type UserRow,
} from './accounts/index.ts';
export {
  type Allowlist,
  type AllowlistEntry,
  addAllowlistEntry,
  getAllowlist,
  removeAllowlistEntry,
  setAllowlistOnly,
} from './allowlist/index.ts';
export { getAnnouncement, setAnnouncement } from './announcements/index.ts';
export { type DailyBalance, listBalanceChanges, listDailyBalances, releaseWallet } from './balances/index.ts';
export {
  type BooksDiscrepancy,
  listReconciliations,
  type Reconciliation,
  type ReconciliationView,
  reconcile,
  recordGasTopUp,
  recordReconciliations,
  verifyBooks,
} from './books/index.ts';
export {
  type BookCorrection,
  decideCorrection,
  listOpenCorrections,
  proposeCorrection,
} from './corrections/index.ts';
export {
  type Dependencies,
  type DependencyFinding,
  type DependencyName,
  type DependencyReason,
  type DependencyReport,
  type DependencyState,
  type NodeName,
  WELL,
} from './dependencies/index.ts';
export {
  attributeDeposit,
  type ChainState,
  confirmDeposits,
  type DepositFate,
  ensureHotWallet,
  findDeposit,
  isDepositCredited,
  listChainStates,
  listUnmatchedReceipts,
  OtherKeystoreError,
  reverseDeposits,
  scanChain,
} from './deposits/index.ts';
export type {
  Draft,
  PoolDeps,
  PoolSettings,
  SignedLog,
  SnapshotStore,
  StatementKey,
  StoredFile,
  WebhookTransport,
} from './deps.ts';
export { examinePool, type Symptom } from './doctor/index.ts';
export { EVENT_TYPES, type PoolEvent, PoolEvents } from './events.ts';
export { getHotWallet, type HotWallet, type HotWalletBalance } from './hot-wallet/index.ts';
export {
  countUnlocking,
  decideTermsProposal,
  ensureTerms,
  findTermsProposal,
  getCurrentTerms,
  type Investment,
  type InvestmentRow,
  invest,
  iterateInvestments,
  listAllInvestments,
  listInvestments,
  listTerms,
  matureInvestments,
  type NewTerms,
  type PublishResult,
  publishTerms,
  type TermsProposal,
} from './investments/index.ts';
export { sendMail } from './mail/index.ts';
export { type Gauges, readGauges } from './metrics/index.ts';
export { listNotices, markNoticesRead, type NoticeView, refreshNotices } from './notices/index.ts';
export {
  checkStart,
  findDerivationIndex,
  findHalt,
  findWithdrawalOn,
  isAccountOpen,
  listSigned,
  SigningGate,
  tripCircuitBreakerNow,
} from './outgoing/index.ts';
export { readOwnData } from './own-data/index.ts';
export {
  adoptSigned,
  followAdopted,
  haltPayouts,
  prepareRestored,
  resumePayouts,
  type Unmatched,
} from './recovery/index.ts';
export {
  listReferralEarnings,
  listReferrals,
  type Referral,
  type ReferralEarning,
  transferReferral,
} from './referrals/index.ts';
export {
  type CurrencyFigures,
  type DailyFigures,
  fundReserve,
  fundReserveAsAdmin,
  getPoolFigures,
  listDailyFigures,
  listReserveSources,
  type ReserveFigures,
  type ReserveSources,
  rollOverReserves,
} from './reserve/index.ts';
export { purgeExpired } from './retention/index.ts';
export {
  countRunInvestments,
  finishRewardRun,
  getRewardReceipt,
  listRateHistory,
  listRewardRuns,
  listRewardRunsSince,
  type PublicRewardRun,
  type RowProof,
  type RunPages,
  runRewards,
} from './rewards/index.ts';
export {
  anchorSnapshots,
  type BuiltSnapshot,
  buildSnapshot,
  findAnchor,
  followAnchors,
  getConsistencyProof,
  getUserProof,
  LeafFile,
  listConfirmations,
  listEntryReceipts,
  listMovements,
  listOwnEntries,
  listPositions,
  listSnapshots,
  recordVerified,
  requestSnapshot,
  SnapshotWaitsError,
  takeConfirmation,
  takeDueSnapshot,
  takeSnapshot,
  type WrittenLeaves,
} from './solvency/index.ts';
export { readStatement, type Statement } from './statements/index.ts';
export {
  findNewestSweep,
  getSweep,
  listSweepAddresses,
  planSweep,
  runSweeps,
  type SweepAddress,
  type SweepPlan,
  type SweepProgress,
  type SweepView,
  startSweep,
  sumSweep,
} from './sweeps/index.ts';
export { getTotals, type Totals } from './totals/index.ts';
export {
  type AdminTransaction,
  type AdminTransactionDetails,
  type FeedEntry,
  getAdminTransaction,
  iterateAdminTransactions,
  iterateUserTransactions,
  listAdminTransactions,
  listPublicTransactions,
  listUserTransactions,
  pageOfKeys,
} from './transactions/index.ts';
export { getWallets, type Wallet } from './wallets/index.ts';
export {
  createWebhook,
  type Delivery,
  EventDeliveries,
  listDeliveries,
  listWebhooks,
  redeliver,
  removeWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
} from './webhooks/index.ts';
export {
  cancelWithdrawal,
  confirmWithdrawals,
  getWithdrawal,
  getWithdrawalLimits,
  listWithdrawalsToReview,
  quoteWithdrawal,
  requestOperatorWithdrawal,
  requestWithdrawal,
  reviewWithdrawal,
  sendWithdrawals,
  type Withdrawal,
  type WithdrawalRequest,
} from './withdrawals/index.ts';
export {
  endAllLeases,
  holdLease,
  NETWORK_STEPS,
  type NetworkStepName,
  POOL_STEPS,
  type PoolStepName,
  releaseLeases,
} from './workers/index.ts';
