import type { Currency, Id, InvestmentId, RewardRunId, UserId } from '@glasspool/core';
import type { ColumnType } from 'kysely';
import type { Fixed } from './ledger.ts';

export interface TermsTable {
  version: Fixed<number>;
  targetRatePpm: Fixed<number>;
  termDays: Fixed<number>;
  minimumUsdtMicro: Fixed<bigint>;
  minimumTrxMicro: Fixed<bigint>;
  /** Shares of an invited user's rewards for the inviters above them. */
  referralLevel1Ppm: Fixed<number>;
  referralLevel2Ppm: Fixed<number>;
  referralLevel3Ppm: Fixed<number>;
  publishedAt: Fixed<number>;
  /** From when new investments are made under them; 0 for since they were published. */
  startsAt: ColumnType<number, number | undefined, never>;
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
  unlocksAt: Fixed<number>;
  createdAt: Fixed<number>;
}

export interface RewardRunTable {
  id: Fixed<RewardRunId>;
  currency: Fixed<Currency>;
  runAt: Fixed<number>;
  investments: Fixed<number>;
  principalMicro: Fixed<bigint>;
  dueMicro: Fixed<bigint>;
  paidMicro: Fixed<bigint>;
  referralDueMicro: Fixed<bigint>;
  referralPaidMicro: Fixed<bigint>;
  targetRatePpb: Fixed<number>;
  effectiveRatePpb: Fixed<number>;
  reserveBeforeMicro: Fixed<bigint>;
  reserveAfterMicro: Fixed<bigint>;
}

export interface RewardTable {
  investmentId: Fixed<InvestmentId>;
  day: Fixed<number>;
  userId: Fixed<UserId>;
  currency: Fixed<Currency>;
  runId: Fixed<RewardRunId>;
  dueMicro: Fixed<bigint>;
  paidMicro: Fixed<bigint>;
  createdAt: Fixed<number>;
}

export interface ReferralRewardTable {
  investmentId: Fixed<InvestmentId>;
  day: Fixed<number>;
  /** 1 for who invited the investor, 2 for who invited them, 3 for the one above. */
  level: Fixed<number>;
  /** Who receives. */
  userId: Fixed<UserId>;
  currency: Fixed<Currency>;
  runId: Fixed<RewardRunId>;
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
