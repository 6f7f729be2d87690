export { BSC_ZERO_ADDRESS, checkBscAddress, toChecksumAddress } from './address/bsc.ts';
export { parsePayeeAddress } from './address/payee.ts';
export { shortenMiddle } from './address/shorten.ts';
export { isTronAddress, TRON_ZERO_ADDRESS, tronAddressFromBytes } from './address/tron.ts';
export { ADMIN_ACTIONS, type AdminAction } from './admin-actions.ts';
export { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, utcDayStart } from './clock.ts';
export { Email } from './email.ts';
export type { ErrorField } from './error-description.ts';
export { POOL_ERRORS } from './error-list.ts';
export {
  describeError,
  type ErrorDetails,
  getErrorDescription,
  PoolError,
  type PoolErrorCode,
} from './errors.ts';
export {
  type AllowlistEntryId,
  type ApiKeyId,
  createId,
  type DeliveryId,
  type DepositId,
  ID_PREFIXES,
  type Id,
  type IdKind,
  type InvestmentId,
  isId,
  type NoticeId,
  type PasskeyId,
  type RewardRunId,
  type SessionId,
  type SweepId,
  type SweepItemId,
  type TermsProposalId,
  type UserId,
  type WebhookId,
  type WithdrawalId,
} from './ids.ts';
export { chooseLanguage, LANGUAGES, type Language } from './language.ts';
export {
  displayAmount,
  displayChainAmount,
  formatAmount,
  formatChainAmount,
  fromChainUnits,
  mulDivFloor,
  parseAmount,
  parseChainAmount,
  toChainUnits,
} from './money/amount.ts';
export { AmountOrZeroString, AmountString } from './money/amount-string.ts';
export {
  CHAIN_DECIMALS,
  CURRENCY_OF,
  type Currency,
  LEDGER_CURRENCIES,
  type LedgerCurrency,
  NETWORK_OF,
  NETWORKS,
  type Network,
  USER_CURRENCIES,
} from './money/currency.ts';
export { displayDecimal } from './money/display-decimal.ts';
export { NOTICE_KINDS, type NoticeKind } from './notices.ts';
export {
  canOutgoingTransition,
  decidedState,
  OUTGOING_PURPOSES,
  OUTGOING_STATES,
  OUTGOING_TRANSITIONS,
  type OutgoingOutcome,
  type OutgoingPurpose,
  type OutgoingState,
  reopenedState,
} from './outgoing.ts';
export { COUNTED_MAX } from './paging.ts';
export type { Random } from './random.ts';
export { applyShare, effectiveRatePpb, planShares, type RunShares, targetRatePpb } from './rewards/shares.ts';
export { REWARD_RUN_STATES, type RewardRunState } from './rewards/states.ts';
export { SWEEP_ITEM_STATES, type SweepItemState } from './sweeps.ts';
export { type ReserveLevel, reserveLevel } from './terms/reserve-level.ts';
export {
  isLargeRateChange,
  RATE_SCALE_PPB,
  RATE_SCALE_PPM,
  rewardDueAt,
  runwayTenthDays,
  TERMS_LIMITS,
  type Terms,
  type TermsValues,
  targetReward,
  unlocksAt,
} from './terms/terms.ts';
export {
  ADMIN_TRANSACTION_TYPES,
  type AdminTransactionType,
  TRANSACTION_OUTCOMES,
  TRANSACTION_TYPES,
  type TransactionOutcome,
  type TransactionType,
} from './transaction-types.ts';
export { tryEach } from './try-each.ts';
export {
  findReasonCode,
  WITHDRAWAL_REASON_CODES,
  WITHDRAWAL_REASONS,
  type WithdrawalReason,
} from './withdrawals/reasons.ts';
export {
  canTransition,
  isUnderWay,
  UNPAID_STATES,
  WAITING_FOR,
  type WaitingFor,
  WITHDRAWAL_STATES,
  WITHDRAWAL_TRANSITIONS,
  type WithdrawalState,
} from './withdrawals/states.ts';
