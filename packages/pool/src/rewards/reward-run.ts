import type { Currency, RewardRunId, RewardRunState } from '@glasspool/core';

/** Investments per transaction, by step. Processes may differ. */
export interface RunPages {
  readonly collected: number;
  readonly paid: number;
}

/** A reward run as anyone may see it. Amounts in micro-units; figures of a run that is open are those so far. */
export interface PublicRewardRun {
  readonly id: RewardRunId;
  readonly currency: Currency;
  readonly termsVersion: number;
  readonly state: RewardRunState;
  readonly runAt: number;
  readonly investments: number;
  readonly principalMicro: bigint;
  readonly dueMicro: bigint;
  readonly paidMicro: bigint;
  /** Before the referral cap. */
  readonly referralDueMicro: bigint;
  readonly referralPaidMicro: bigint;
  /** Part of what was due that was paid, in parts per billion; null until it is fixed. */
  readonly sharePpb: number | null;
  readonly referralSharePpb: number | null;
  /** Rate of the terms in parts per billion of the principal. */
  readonly targetRatePpb: number;
  /** The target times the share; 0 until the share is fixed. */
  readonly effectiveRatePpb: number;
  readonly reserveBeforeMicro: bigint;
  readonly reserveAfterMicro: bigint;
  /** Root of all rows, in hex; null while the run is open. */
  readonly root: string | null;
}
