import { mulDivFloor } from '../money/amount.ts';
import { RATE_SCALE_PPB, RATE_SCALE_PPM } from '../terms/terms.ts';

const PPB_PER_PPM = 1_000;

/** Shares of a run, in whole parts per billion: the same integers for every row (docs/books.md). */
export interface RunShares {
  /** Part of each referral reward that the cap leaves. */
  readonly referralSharePpb: number;
  /** Part of what is due, referral rewards after the cap included, that is paid. */
  readonly sharePpb: number;
  /** Amount taken from the reserve: an upper bound of the sum of the rows; the rest is returned. */
  readonly fixedMicro: bigint;
}

/**
 * Decides the shares of a run. Referral rewards above the cap of the terms shrink equally; when the reserve cannot cover all that is
 * due, everyone is paid the same smaller share. Each row is rounded down, so what is paid never passes what is taken.
 */
export function planShares(run: {
  dueMicro: bigint;
  /** Sum of all referral rewards before the cap. */
  referralDueMicro: bigint;
  referralCapPpm: number;
  reserveMicro: bigint;
}): RunShares {
  const { dueMicro, referralDueMicro, reserveMicro } = run;
  const capMicro = mulDivFloor(dueMicro, BigInt(run.referralCapPpm), RATE_SCALE_PPM);
  const referralSharePpb = computeShare(capMicro, referralDueMicro);
  const totalMicro = dueMicro + applyShare(referralDueMicro, referralSharePpb);
  const sharePpb = computeShare(reserveMicro, totalMicro);
  return { referralSharePpb, sharePpb, fixedMicro: applyShare(totalMicro, sharePpb) };
}

/** `floor(amount × share / 10^9)`: the one rule by which a share applies, in SQL too (`scaleDownSql`). */
export function applyShare(amountMicro: bigint, sharePpb: number): bigint {
  return mulDivFloor(amountMicro, BigInt(sharePpb), RATE_SCALE_PPB);
}

/** Target rate of terms in parts per billion, as reward runs publish it. */
export function targetRatePpb(targetRatePpm: number): number {
  return targetRatePpm * PPB_PER_PPM;
}

/** Rate that a run pays, in parts per billion: the target times the share; 0 until the share is fixed. */
export function effectiveRatePpb(targetRatePpm: number, sharePpb: number | null): number {
  return Number(applyShare(BigInt(targetRatePpb(targetRatePpm)), sharePpb ?? 0));
}

function computeShare(availableMicro: bigint, dueMicro: bigint): number {
  if (dueMicro <= availableMicro) return Number(RATE_SCALE_PPB);
  return Number(mulDivFloor(availableMicro, RATE_SCALE_PPB, dueMicro));
}
