import type { Currency, InvestmentId, RewardRunId, UserId } from '@glasspool/core';
import type { Fixed } from './ledger.ts';

export interface TermsTable {
  version: Fixed<number>;
  targetRatePpm: Fixed<number>;
  termDays: Fixed<number>;
  minimumUsdtMicro: Fixed<bigint>;
  minimumTrxMicro: Fixed<bigint>;
  /** JSON list of parts per million, one a level. */
  referralRatesPpm: Fixed<string>;
  publishedAt: Fixed<number>;
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
