import type {
  Currency,
  Id,
  InvestmentId,
  RewardRunId,
  RewardRunState,
  TermsProposalId,
  UserId,
} from '@glasspool/core';
import type { Generated } from 'kysely';
import type { Fixed } from './ledger.ts';

interface TermsColumns {
  targetRatePpm: Fixed<number>;
  termDays: Fixed<number>;
  minimumUsdtMicro: Fixed<bigint>;
  minimumTrxMicro: Fixed<bigint>;
  withdrawalMinimumUsdtMicro: Fixed<bigint>;
  withdrawalMinimumTrxMicro: Fixed<bigint>;
  withdrawalFeeUsdtMicro: Fixed<bigint>;
  withdrawalFeeTrxMicro: Fixed<bigint>;
  /** Shares of an invited user's rewards for the inviters above them. */
  referralLevel1Ppm: Fixed<number>;
  referralLevel2Ppm: Fixed<number>;
  referralLevel3Ppm: Fixed<number>;
  /** The most that all referral rewards of a run may come to, as a share of its rewards. */
  referralCapPpm: Fixed<number>;
  /** From when new investments are made under them. */
  startsAt: Fixed<number>;
}

export interface TermsTable extends TermsColumns {
  version: Fixed<number>;
  publishedAt: Fixed<number>;
}

export interface TermsProposalTable extends TermsColumns {
  id: Fixed<TermsProposalId>;
  proposedBy: Fixed<UserId>;
  state: 'open' | 'published' | 'rejected';
  decidedBy: UserId | null;
  createdAt: Fixed<number>;
  decidedAt: number | null;
}

/** Principal at work under one version of the terms. */
export interface TermsPrincipalTable {
  termsVersion: Fixed<number>;
  currency: Fixed<Currency>;
  principalMicro: bigint;
  investments: number;
}

export interface InvestmentTable {
  id: Fixed<InvestmentId>;
  userId: Fixed<UserId>;
  currency: Fixed<Currency>;
  termsVersion: Fixed<number>;
  principalMicro: Fixed<bigint>;
  state: 'active' | 'matured';
  rewardedDays: number;
  rewardedMicro: bigint;
  /** Null once every day of the term has been through a run. */
  nextRewardAt: number | null;
  /** Days from here to `resumedAt`, or to now, pass without a reward. */
  pausedAt: Generated<number | null>;
  resumedAt: Generated<number | null>;
  unlocksAt: Fixed<number>;
  createdAt: Fixed<number>;
}

export interface RewardRunTable {
  id: Fixed<RewardRunId>;
  currency: Fixed<Currency>;
  termsVersion: Fixed<number>;
  state: RewardRunState;
  runAt: Fixed<number>;
  /** Investments due until then are in the run. */
  dueUntil: Fixed<number>;
  cursorAt: Generated<number | null>;
  cursorId: Generated<InvestmentId | null>;
  investments: Generated<number>;
  principalMicro: Generated<bigint>;
  dueMicro: Generated<bigint>;
  /** Before the referral cap. */
  referralDueMicro: Generated<bigint>;
  sharePpb: Generated<number | null>;
  referralSharePpb: Generated<number | null>;
  reserveBeforeMicro: Generated<bigint | null>;
  /** Amount that the run took from its reserve. */
  fixedMicro: Generated<bigint | null>;
  pages: Generated<number>;
  paidInvestments: Generated<number>;
  paidMicro: Generated<bigint>;
  referralPaidMicro: Generated<bigint>;
  /** Hex. */
  root: Generated<string | null>;
  closedAt: Generated<number | null>;
}

export interface RewardPageTable {
  runId: Fixed<RewardRunId>;
  page: Fixed<number>;
  rows: Fixed<number>;
  /** Hex. */
  root: Fixed<string>;
}

export interface RewardTable {
  investmentId: Fixed<InvestmentId>;
  day: Fixed<number>;
  userId: Fixed<UserId>;
  currency: Fixed<Currency>;
  runId: Fixed<RewardRunId>;
  page: Fixed<number>;
  dueMicro: Fixed<bigint>;
  paidMicro: Fixed<bigint>;
  createdAt: Fixed<number>;
}

export interface ReferralRewardTable {
  investmentId: Fixed<InvestmentId>;
  day: Fixed<number>;
  /** 1 for the inviter of the investor, 2 for the inviter of that one, 3 for the one above. */
  level: Fixed<number>;
  /** Receiver of the referral reward. */
  userId: Fixed<UserId>;
  currency: Fixed<Currency>;
  runId: Fixed<RewardRunId>;
  page: Fixed<number>;
  dueMicro: Fixed<bigint>;
  paidMicro: Fixed<bigint>;
  createdAt: Fixed<number>;
}

export interface ReferralTransferTable {
  id: Fixed<Id<'referralTransfer'>>;
  userId: Fixed<UserId>;
  currency: Fixed<Currency>;
  amountMicro: Fixed<bigint>;
  /** The investment that it became; null when it went to withdrawable. */
  investmentId: Fixed<InvestmentId | null>;
  createdAt: Fixed<number>;
}

export interface WalletReleaseTable {
  id: Fixed<Id<'walletRelease'>>;
  userId: Fixed<UserId>;
  currency: Fixed<Currency>;
  amountMicro: Fixed<bigint>;
  createdAt: Fixed<number>;
}
