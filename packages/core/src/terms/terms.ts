import { DAY_MS } from '../clock.ts';
import { mulDivFloor } from '../money/amount.ts';
import type { Currency } from '../money/currency.ts';

/** A version of the published terms. An investment keeps the version it was made under (decisions.md 3). */
export interface Terms {
  readonly version: number;
  /** Target daily rate in parts per million of the principal: 2 % is 20,000. */
  readonly targetRatePpm: number;
  readonly termDays: number;
  readonly minimumMicro: Readonly<Record<Currency, bigint>>;
  /** Shares of an invited user's rewards for the inviter, by level, in parts per million. */
  readonly referralRatesPpm: readonly number[];
  readonly publishedAt: number;
  /** From when new investments are made under it. */
  readonly startsAt: number;
}

export const RATE_SCALE_PPM = 1_000_000n;
/** Effective rates are published in parts per billion, since a shared shortfall rarely divides evenly. */
export const RATE_SCALE_PPB = 1_000_000_000n;

/** The reward of one day at the target rate, rounded down. */
export function targetReward(principalMicro: bigint, targetRatePpm: number): bigint {
  return mulDivFloor(principalMicro, BigInt(targetRatePpm), RATE_SCALE_PPM);
}

/** When the reward of day `day` (1 for the first) of an investment falls due: every full 24 h after it was made. */
export function rewardDueAt(investedAt: number, day: number): number {
  return investedAt + day * DAY_MS;
}

/** When the principal moves to withdrawable. */
export function unlocksAt(investedAt: number, termDays: number): number {
  return investedAt + termDays * DAY_MS;
}

/**
 * How long the reserve lasts at today's principal, in tenths of a day rounded down,
 * or undefined when nothing is invested, for then nothing uses the reserve up.
 */
export function runwayTenthDays(reserveMicro: bigint, dailyTargetMicro: bigint): number | undefined {
  if (dailyTargetMicro <= 0n) return undefined;
  return Number((reserveMicro * 10n) / dailyTargetMicro);
}
