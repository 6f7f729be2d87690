import { mulDivFloor, RATE_SCALE_PPM, targetReward } from '@glasspool/core';
import type { ForecastTerms, Scenario } from './scenario.ts';

/** People who did the same on the same days. Amounts are those of each. */
export interface Group {
  readonly people: bigint;
  /** Day of the forecast on which they joined; below zero for those who were there before. */
  readonly joinedOn: number;
  readonly reinvests: boolean;
  readonly isInvited: boolean;
  readonly putInMicro: bigint;
  /** Received outside the pool, after fees. */
  takenOutMicro: bigint;
  feesMicro: bigint;
  withdrawableMicro: bigint;
  /** Zero while nothing is invested. */
  principalMicro: bigint;
  investedOn: number;
  /** Reward of a day at the target rate, and the shares of it for the inviters by level. */
  dueMicro: bigint;
  referralDueMicro: readonly bigint[];
}

type Rules = Pick<Scenario, 'terms' | 'referralDepth'>;

type Newcomers = Pick<Group, 'people' | 'joinedOn' | 'reinvests' | 'isInvited' | 'putInMicro'>;

/** People who join on a day and invest all that they deposit. */
export function join(rules: Rules, who: Newcomers): Group {
  const group = createGroup(who);
  investAll(rules, group, who.joinedOn);
  return group;
}

/** People whose deposit is withdrawable. */
export function createGroup(who: Newcomers): Group {
  return {
    ...who,
    takenOutMicro: 0n,
    feesMicro: 0n,
    withdrawableMicro: who.putInMicro,
    principalMicro: 0n,
    investedOn: who.joinedOn,
    dueMicro: 0n,
    referralDueMicro: [],
  };
}

/** Invests all that is withdrawable, unless it is less than the minimum. */
export function investAll({ terms, referralDepth }: Rules, group: Group, day: number): void {
  if (group.principalMicro > 0n || group.withdrawableMicro === 0n) return;
  if (group.withdrawableMicro < terms.minimumMicro) return;
  group.principalMicro = group.withdrawableMicro;
  group.withdrawableMicro = 0n;
  group.investedOn = day;
  group.dueMicro = targetReward(group.principalMicro, terms.targetRatePpm);
  group.referralDueMicro = group.isInvited
    ? terms.referralRatesPpm
        .slice(0, referralDepth)
        .map((ratePpm) => mulDivFloor(group.dueMicro, BigInt(ratePpm), RATE_SCALE_PPM))
    : [];
}

/** Moves the principal to what is withdrawable once the term is over. */
export function mature({ termDays }: ForecastTerms, group: Group, day: number): void {
  if (group.principalMicro === 0n || day < group.investedOn + termDays) return;
  group.withdrawableMicro += group.principalMicro;
  group.principalMicro = 0n;
}

/** Most that can be withdrawn of a balance: what the fee leaves, or nothing where that is below the minimum. */
export function mostWithdrawable(terms: ForecastTerms, balanceMicro: bigint): bigint {
  const amountMicro = balanceMicro - terms.withdrawalFeeMicro;
  return amountMicro < terms.withdrawalMinimumMicro || amountMicro <= 0n ? 0n : amountMicro;
}
