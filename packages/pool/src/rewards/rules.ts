import { mulDivFloor, RATE_SCALE_PPM } from '@glasspool/core';

/** In a run referral rewards are together at most 5 % of its rewards: invented friends cannot drain the reserve (decisions.md 3). */
const REFERRAL_CAP_PPM = 50_000n;

/** A part of what is due: `floor(amount × numerator / denominator)`. */
export interface Share {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export interface RunShares {
  /** What is left of a referral reward by the cap. */
  readonly referral: Share;
  /** What everyone is paid of what is due, referral rewards included. */
  readonly all: Share;
}

const WHOLE: Share = { numerator: 1n, denominator: 1n };

/**
 * Decides the shares of a run (decisions.md 3). Referral rewards above the cap shrink equally; when the reserve cannot cover
 * all that is due, everyone is paid the same smaller share. Rounding down twice keeps what is paid at or below the reserve.
 */
export function planShares(run: {
  dueMicro: bigint;
  referralMicro: bigint;
  reserveMicro: bigint;
}): RunShares {
  const capMicro = mulDivFloor(run.dueMicro, REFERRAL_CAP_PPM, RATE_SCALE_PPM);
  const isCapped = run.referralMicro > capMicro;
  const totalMicro = run.dueMicro + (isCapped ? capMicro : run.referralMicro);
  return {
    referral: isCapped ? { numerator: capMicro, denominator: run.referralMicro } : WHOLE,
    all: totalMicro > run.reserveMicro ? { numerator: run.reserveMicro, denominator: totalMicro } : WHOLE,
  };
}
