export type { PageOf, PageRequest, Place } from '@glasspool/db';
export { createAccountHooks } from './accounts/index.ts';
export {
  type Allowlist,
  type AllowlistEntry,
  addAllowlistEntry,
  getAllowlist,
  removeAllowlistEntry,
  setAllowlistOnly,
} from './allowlist/index.ts';
export { getAnnouncement, setAnnouncement } from './announcements/index.ts';
export { releaseWallet } from './balances/index.ts';
export {
  type BooksDiscrepancy,
  listReconciliations,
  type Reconciliation,
  type ReconciliationView,
  reconcile,
  recordReconciliations,
  verifyBooks,
} from './books/index.ts';
export { computeSkewMs, findClockSkew, mustWaitForClock } from './clock-guard/index.ts';
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
  type ConditionOfChain,
  confirmDeposits,
  type DepositFate,
  ensureHotWallet,
  findDeposit,
  isDepositCredited,
  listChainConditions,
  listChainStates,
  listUnmatchedReceipts,
  OtherKeystoreError,
  reverseDeposits,
  scanChain,
} from './deposits/index.ts';
export type { LogEnd, PoolDeps, PoolSettings, SignedLog } from './deps.ts';
export { EVENT_TYPES, type PoolEvent, PoolEvents } from './events.ts';
export { findFirstDigest } from './first-snapshot.ts';
export { haltPayouts, resumePayouts } from './halts/index.ts';
export { getHotWallet, type HotWallet, type HotWalletBalance, recordGasTopUp } from './hot-wallet/index.ts';
export {
  countUnlocking,
  decideTermsProposal,
  ensureTerms,
  findTermsProposal,
  getCurrentTerms,
  type Investment,
  invest,
  listInvestments,
  listTerms,
  matureInvestments,
  type NewTerms,
  type PublishResult,
  publishTerms,
  type TermsProposal,
} from './investments/index.ts';
export { sendMail } from './mail/index.ts';
export { computeNonce } from './nonce.ts';
export { listNotices, markNoticesRead, type NoticeView, refreshNotices } from './notices/index.ts';
export {
  acceptLostLines,
  assertNoLineLost,
  bookAnswer,
  bookNetworkFee,
  broadcastStored,
  checkStart,
  type Fate,
  findDerivationIndex,
  findHalt,
  findSigningObstacle,
  findVoided,
  findWithdrawalOn,
  followOutgoing,
  HALT_SETTING,
  isAccountOpen,
  LogCutError,
  listSigned,
  type Mined,
  readNextNonce,
  readSignerLogEnd,
  recordHaltNow,
  SigningGate,
  signNext,
  storeSigned,
} from './outgoing/index.ts';
export {
  adoptSigned,
  findNewestBackup,
  followAdopted,
  getBackupAgeMs,
  prepareRestored,
  recordBackup,
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
  fundReserve,
  fundReserveAsAdmin,
  getPoolFigures,
  type ReserveFigures,
  rollOverReserves,
} from './reserve/index.ts';
export {
  countRunInvestments,
  finishRewardRun,
  hashRewardRow,
  listOwnRows,
  listRewardRuns,
  listRewardRunsSince,
  type PublicRewardRun,
  type RunPages,
  readRewardRun,
  readSaltedRows,
  runRewards,
} from './rewards/index.ts';
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
export { getDay, getTotals, readDustUnits, type Totals } from './totals/index.ts';
export { getWallets, type Wallet } from './wallets/index.ts';
export {
  cancelWithdrawal,
  confirmWithdrawals,
  findAwaitingSnapshot,
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
