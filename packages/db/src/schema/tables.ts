import type { Selectable } from 'kysely';
import type {
  NoticeReadTable,
  NoticeTable,
  PasskeyAnswerTable,
  PasskeyTable,
  ReconciliationTable,
  RecoveryCodeTable,
  TwoFactorTable,
} from './back-office.ts';
import type {
  BookCorrectionTable,
  ChainStatusTable,
  DepositTable,
  GasTopUpTable,
  LoggedTransactionTable,
  NetworkFeeChangeTable,
  NetworkFeeTable,
  OutgoingNonceTable,
  OutgoingTable,
  OutgoingTransactionTable,
  OutsideTransferTable,
  QuarantinedTransferTable,
  RereadTransactionTable,
  ScannedBlockTable,
  UnreadableTransactionTable,
  WithdrawalEventTable,
  WithdrawalTable,
} from './chains.ts';
import type {
  InvestmentTable,
  ReferralRewardTable,
  ReferralTransferTable,
  RewardPageTable,
  RewardRunTable,
  RewardTable,
  TermsPrincipalTable,
  TermsProposalTable,
  TermsTable,
  WalletReleaseTable,
} from './investments.ts';
import type { AccountTable, PostingTable, TransferTable } from './ledger.ts';
import type {
  AuditLinkTable,
  AuditLogTable,
  CounterTable,
  DailyTotalTable,
  DustTable,
  IdempotencyKeyTable,
  SettingTable,
  StrayBalanceTable,
  WorkerLeaseTable,
} from './operations.ts';
import type {
  AllowlistEntryTable,
  ApiKeyTable,
  LoginFailureTable,
  RateLimitTable,
  WebhookDeliveryTable,
  WebhookQueueTable,
  WebhookTable,
} from './programs.ts';
import type {
  JournalBlockTable,
  JournalRangeTable,
  SnapshotCheckTable,
  SnapshotTable,
  WatcherConfirmationTable,
} from './solvency.ts';
import type { SweepItemTable, SweepTable } from './sweeps.ts';
import type {
  FormerEmailTable,
  MailboxMessageTable,
  MailTable,
  PasswordResetTable,
  SessionTable,
  SignUpCodeTable,
  SignUpTokenTable,
  UserTable,
  WalletTable,
} from './users.ts';

/** Every table, in camel case. Amounts (`…Micro`, `…Units`) are bigint, all other integers are numbers. */
export interface Tables {
  account: AccountTable;
  transfer: TransferTable;
  posting: PostingTable;
  user: UserTable;
  formerEmail: FormerEmailTable;
  wallet: WalletTable;
  session: SessionTable;
  signUpCode: SignUpCodeTable;
  signUpToken: SignUpTokenTable;
  passwordReset: PasswordResetTable;
  mail: MailTable;
  mailboxMessage: MailboxMessageTable;
  terms: TermsTable;
  termsProposal: TermsProposalTable;
  termsPrincipal: TermsPrincipalTable;
  investment: InvestmentTable;
  rewardRun: RewardRunTable;
  rewardPage: RewardPageTable;
  reward: RewardTable;
  referralReward: ReferralRewardTable;
  referralTransfer: ReferralTransferTable;
  walletRelease: WalletReleaseTable;
  chainStatus: ChainStatusTable;
  rereadTransaction: RereadTransactionTable;
  scannedBlock: ScannedBlockTable;
  unreadableTransaction: UnreadableTransactionTable;
  quarantinedTransfer: QuarantinedTransferTable;
  outsideTransfer: OutsideTransferTable;
  deposit: DepositTable;
  withdrawal: WithdrawalTable;
  withdrawalEvent: WithdrawalEventTable;
  outgoingTransaction: OutgoingTransactionTable;
  outgoingNonce: OutgoingNonceTable;
  outgoing: OutgoingTable;
  loggedTransaction: LoggedTransactionTable;
  sweep: SweepTable;
  sweepItem: SweepItemTable;
  networkFee: NetworkFeeTable;
  networkFeeChange: NetworkFeeChangeTable;
  gasTopUp: GasTopUpTable;
  bookCorrection: BookCorrectionTable;
  counter: CounterTable;
  workerLease: WorkerLeaseTable;
  idempotencyKey: IdempotencyKeyTable;
  setting: SettingTable;
  dailyTotal: DailyTotalTable;
  auditLog: AuditLogTable;
  auditLink: AuditLinkTable;
  notice: NoticeTable;
  noticeRead: NoticeReadTable;
  twoFactor: TwoFactorTable;
  recoveryCode: RecoveryCodeTable;
  passkey: PasskeyTable;
  passkeyAnswer: PasskeyAnswerTable;
  reconciliation: ReconciliationTable;
  dust: DustTable;
  strayBalance: StrayBalanceTable;
  snapshot: SnapshotTable;
  journalRange: JournalRangeTable;
  snapshotCheck: SnapshotCheckTable;
  journalBlock: JournalBlockTable;
  watcherConfirmation: WatcherConfirmationTable;
  apiKey: ApiKeyTable;
  allowlistEntry: AllowlistEntryTable;
  webhook: WebhookTable;
  webhookDelivery: WebhookDeliveryTable;
  webhookQueue: WebhookQueueTable;
  loginFailure: LoginFailureTable;
  rateLimit: RateLimitTable;
}

/** A row of a table, as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
