import { DAY_MS, HOUR_MS } from '../clock.ts';
import { mulDivFloor } from '../money/amount.ts';
import type { Currency } from '../money/currency.ts';

/** A version of the published terms. An investment keeps the version that it was made under (docs/books.md). */
export interface Terms {
  readonly version: number;
  /** Target daily rate in parts per million of the principal: 2 % is 20,000. */
  readonly targetRatePpm: number;
  readonly termDays: number;
  /** Smallest investment. */
  readonly minimumMicro: Readonly<Record<Currency, bigint>>;
  /** Smallest withdrawal, and the fee that its user pays to the operator. */
  readonly withdrawalMinimumMicro: Readonly<Record<Currency, bigint>>;
  readonly withdrawalFeeMicro: Readonly<Record<Currency, bigint>>;
  /** Shares of an invited user's rewards for the inviter, by level, in parts per million. */
  readonly referralRatesPpm: readonly [level1: number, level2: number, level3: number];
  /** The most that all referral rewards of a run may come to, in parts per million of its rewards. */
  readonly referralCapPpm: number;
  readonly publishedAt: number;
  /** From when new investments are made under it. */
  readonly startsAt: number;
}

/** Values of one version of the terms, before it is published. */
export type TermsValues = Omit<Terms, 'version' | 'publishedAt' | 'startsAt'>;

/** Limits that no published terms may pass (docs/books.md). */
export const TERMS_LIMITS = {
  targetRatePpmMax: 50_000,
  termDaysMin: 7,
  termDaysMax: 365,
  /** Between publication and the first investment under new terms. */
  noticeMs: 24 * HOUR_MS,
  /** Inviters together, as a share of one reward. */
  referralRatePpmMax: 200_000,
  /** Terms that begin later would be to come for good, and every other version is compared with them. */
  startsWithinMs: 365 * DAY_MS,
  /** Before a fee or a minimum of withdrawals may go up: users have that long to leave under what they know. */
  dearerNoticeMs: 7 * DAY_MS,
  /** More than a fee needs to be: no withdrawal costs its user more than this, in micro-units. */
  withdrawalFeeMicroMax: { USDT: 5_000_000n, TRX: 50_000_000n },
  /** The fee, as a share of the smallest withdrawal: one part in twenty. */
  withdrawalFeeParts: 20n,
  /** A higher minimum would hold the money of those who have less, in micro-units. */
  withdrawalMinimumMicroMax: { USDT: 100_000_000n, TRX: 1_000_000_000n },
} as const;

/**
 * Returns true when a rate differs by more than half from one of those that investors know: the rate in force, and each that is to come.
 * Measured by the newest alone, many small changes within a minute would be one large one.
 */
export function isLargeRateChange(knownPpm: readonly number[], ratePpm: number): boolean {
  return knownPpm.some((known) => Math.abs(ratePpm - known) * 2 > known);
}

export const RATE_SCALE_PPM = 1_000_000n;
/** Shares of a run are whole parts per billion (docs/books.md). */
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
 * Runway of the reserve at today's principal, in tenths of a day rounded down,
 * or undefined when nothing is invested, for then nothing uses the reserve up.
 */
export function runwayTenthDays(reserveMicro: bigint, dailyTargetMicro: bigint): number | undefined {
  if (dailyTargetMicro <= 0n) return undefined;
  return Number((reserveMicro * 10n) / dailyTargetMicro);
}
