import { applyShare, planShares } from '@glasspool/core';
import type { Group } from './people.ts';
import type { ForecastTerms } from './scenario.ts';

/** Run of one day. Amounts in micro-units. */
export interface Payday {
  readonly dueMicro: bigint;
  /** Rewards and referral rewards together. */
  readonly paidMicro: bigint;
  /** Part of what was due that was paid, in parts per billion. */
  readonly sharePpb: number;
  /** Referral rewards by level. */
  readonly referralPaidMicro: readonly bigint[];
}

/**
 * Pays everyone's reward of a day out of a reserve, by the functions that the pool's own runs use. Rounds down for each person, as they
 * do.
 */
export function payRewards(groups: readonly Group[], terms: ForecastTerms, reserveMicro: bigint): Payday {
  const { dueMicro, referralDueMicro } = sumDue(groups);
  const { referralCapPpm } = terms;
  const { sharePpb, referralSharePpb } = planShares({
    dueMicro,
    referralDueMicro,
    referralCapPpm,
    reserveMicro,
  });
  const referralPaidMicro = terms.referralRatesPpm.map(() => 0n);
  let paidMicro = 0n;
  for (const group of groups) {
    if (group.principalMicro === 0n) continue;
    const rewardMicro = applyShare(group.dueMicro, sharePpb);
    group.withdrawableMicro += rewardMicro;
    paidMicro += group.people * rewardMicro;
    for (const [level, oneDueMicro] of group.referralDueMicro.entries()) {
      const oneMicro = group.people * applyShare(applyShare(oneDueMicro, referralSharePpb), sharePpb);
      referralPaidMicro[level] = (referralPaidMicro[level] ?? 0n) + oneMicro;
      paidMicro += oneMicro;
    }
  }
  return { dueMicro, paidMicro, sharePpb, referralPaidMicro };
}

function sumDue(groups: readonly Group[]): { dueMicro: bigint; referralDueMicro: bigint } {
  let dueMicro = 0n;
  let referralDueMicro = 0n;
  for (const group of groups) {
    if (group.principalMicro === 0n) continue;
    dueMicro += group.people * group.dueMicro;
    for (const oneMicro of group.referralDueMicro) referralDueMicro += group.people * oneMicro;
  }
  return { dueMicro, referralDueMicro };
}
