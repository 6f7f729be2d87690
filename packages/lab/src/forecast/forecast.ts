import { RATE_SCALE_PPB } from '@glasspool/core';
import { type Payday, payRewards } from './payday.ts';
import { createGroup, type Group, investAll, join, mature, mostWithdrawable } from './people.ts';
import { PEOPLE_MAX, type Scenario, WEEK_DAYS } from './scenario.ts';

/** Source of the rewards: a reserve that someone funded, as in this pool, or the money that others paid in. */
export type PaidFrom = 'reserve' | 'deposits';

/** End of one day. Amounts in micro-units. */
export interface ForecastDay {
  readonly day: number;
  readonly reserveMicro: bigint;
  /** To everyone together. */
  readonly owedMicro: bigint;
  readonly heldMicro: bigint;
  readonly principalMicro: bigint;
  readonly dueMicro: bigint;
  readonly paidMicro: bigint;
  /** Part of the day's rewards that was paid, in parts per billion. */
  readonly sharePpb: number;
  readonly people: number;
}

export interface Forecast {
  /** Day by day, from the start (day 0); ends on the day of a collapse. */
  readonly days: readonly ForecastDay[];
  readonly groups: readonly Readonly<Group>[];
  /** Received by the inviters of all who join, by level. They pay nothing in. */
  readonly inviters: readonly { readonly takenOutMicro: bigint; readonly owedMicro: bigint }[];
  /** First day on which less than the target was paid. */
  readonly shortOn: number | undefined;
  /** Day on which a withdrawal could not be paid. */
  readonly collapsedOn: number | undefined;
}

/**
 * Runs a pool ahead, day by day: rewards, maturities, people's withdrawals and investments, funding, then those who join. Rewards are
 * planned and paid by the functions of the pool itself; people act by the scenario. All that is held at the start is what is owed and the
 * reserve.
 */
export function forecast(scenario: Scenario, paidFrom: PaidFrom): Forecast {
  const run = new Run(scenario, paidFrom);
  run.start();
  while (run.day < scenario.days && run.collapsedOn === undefined) run.nextDay();
  return run.end();
}

class Run {
  day = 0;
  collapsedOn: number | undefined;
  readonly #scenario: Scenario;
  readonly #paidFrom: PaidFrom;
  readonly #groups: Group[] = [];
  readonly #inviters: { takenOutMicro: bigint; owedMicro: bigint }[];
  readonly #days: ForecastDay[] = [];
  /** Without the reserve while rewards come from one. */
  #cashMicro = 0n;
  #reserveMicro: bigint;
  #people = 0;
  #joiners: number;
  #shortOn: number | undefined;

  constructor(scenario: Scenario, paidFrom: PaidFrom) {
    this.#scenario = scenario;
    this.#paidFrom = paidFrom;
    this.#reserveMicro = scenario.reserveMicro;
    this.#joiners = scenario.joinersPerWeek;
    this.#inviters = scenario.terms.referralRatesPpm.map(() => ({ takenOutMicro: 0n, owedMicro: 0n }));
  }

  start(): void {
    for (const { people, principalMicro, daysPast } of this.#scenario.present)
      this.#add(people, { joinedOn: -daysPast, putInMicro: principalMicro, isInvited: false });
    for (const { people, withdrawableMicro } of this.#scenario.idle)
      this.#add(people, { joinedOn: 0, putInMicro: withdrawableMicro, isInvited: false }, createGroup);
    this.#letJoin();
    this.#endDay({ dueMicro: 0n, paidMicro: 0n, sharePpb: Number(RATE_SCALE_PPB), referralPaidMicro: [] });
  }

  nextDay(): void {
    const { terms, weeklyFundingMicro } = this.#scenario;
    this.day += 1;
    const payday = this.#payRewards();
    for (const group of this.#groups) mature(terms, group, this.day);
    for (const group of this.#groups)
      if (group.reinvests && this.#hasTrust()) investAll(this.#scenario, group, this.day);
      else if ((this.day - group.joinedOn) % this.#scenario.withdrawEveryDays === 0) this.#withdraw(group);
    if (this.day % WEEK_DAYS === 0) {
      for (const inviter of this.#inviters) this.#payInviter(inviter);
      this.#reserveMicro += weeklyFundingMicro;
      this.#joiners *= 1 + this.#scenario.growthPercent / 100;
      if (this.collapsedOn === undefined) this.#letJoin();
    }
    this.#endDay(payday);
  }

  end(): Forecast {
    return {
      days: this.#days,
      groups: this.#groups,
      inviters: this.#inviters,
      shortOn: this.#shortOn,
      collapsedOn: this.collapsedOn,
    };
  }

  #payRewards(): Payday {
    const isFromReserve = this.#paidFrom === 'reserve';
    // A scheme that pays out of deposits promises all of it, whatever is there.
    const payday = payRewards(
      this.#groups,
      this.#scenario.terms,
      isFromReserve ? this.#reserveMicro : MORE_THAN_DUE,
    );
    if (isFromReserve) {
      this.#reserveMicro -= payday.paidMicro;
      this.#cashMicro += payday.paidMicro;
    }
    for (const [level, paidMicro] of payday.referralPaidMicro.entries()) {
      const inviter = this.#inviters[level];
      if (inviter !== undefined) inviter.owedMicro += paidMicro;
    }
    if (payday.sharePpb < RATE_SCALE_PPB) this.#shortOn ??= this.day;
    return payday;
  }

  #withdraw(group: Group): void {
    const { terms } = this.#scenario;
    const amountMicro = mostWithdrawable(terms, group.withdrawableMicro);
    if (amountMicro === 0n || !this.#payOut(group.people * group.withdrawableMicro)) return;
    group.takenOutMicro += amountMicro;
    group.feesMicro += terms.withdrawalFeeMicro;
    group.withdrawableMicro = 0n;
  }

  #payInviter(inviter: { takenOutMicro: bigint; owedMicro: bigint }): void {
    const amountMicro = mostWithdrawable(this.#scenario.terms, inviter.owedMicro);
    if (amountMicro === 0n || !this.#payOut(inviter.owedMicro)) return;
    inviter.takenOutMicro += amountMicro;
    inviter.owedMicro = 0n;
  }

  /** Takes money out of what is held; once that is not enough, nothing is paid to anyone any more. */
  #payOut(amountMicro: bigint): boolean {
    const heldMicro = this.#paidFrom === 'reserve' ? this.#cashMicro : this.#cashMicro + this.#reserveMicro;
    if (this.collapsedOn === undefined && amountMicro <= heldMicro) {
      this.#cashMicro -= amountMicro;
      return true;
    }
    this.collapsedOn ??= this.day;
    return false;
  }

  #hasTrust(): boolean {
    return this.day < this.#scenario.trustWeeks * WEEK_DAYS;
  }

  #letJoin(): void {
    if (!this.#hasTrust()) return;
    const people = Math.min(Math.floor(this.#joiners), PEOPLE_MAX - this.#people);
    this.#add(people, { joinedOn: this.day, putInMicro: this.#scenario.depositMicro, isInvited: true });
  }

  #add(
    people: number,
    who: Pick<Group, 'joinedOn' | 'putInMicro' | 'isInvited'>,
    make: (who: Parameters<typeof createGroup>[0]) => Group = (newcomers) => join(this.#scenario, newcomers),
  ): void {
    const reinvesting = Math.floor((people * this.#scenario.reinvestPercent) / 100);
    for (const [count, reinvests] of [
      [reinvesting, true],
      [people - reinvesting, false],
    ] as const)
      if (count > 0) this.#groups.push(make({ ...who, people: BigInt(count), reinvests }));
    this.#people += people;
    this.#cashMicro += BigInt(people) * who.putInMicro;
  }

  #endDay({ dueMicro, paidMicro, sharePpb }: Payday): void {
    let owedMicro = 0n;
    let principalMicro = 0n;
    for (const group of this.#groups) {
      owedMicro += group.people * (group.withdrawableMicro + group.principalMicro);
      principalMicro += group.people * group.principalMicro;
    }
    for (const inviter of this.#inviters) owedMicro += inviter.owedMicro;
    this.#days.push({
      day: this.day,
      reserveMicro: this.#reserveMicro,
      owedMicro,
      heldMicro: this.#cashMicro + this.#reserveMicro,
      principalMicro,
      dueMicro,
      paidMicro,
      sharePpb,
      people: this.#people,
    });
  }
}

/** More than any day's rewards: 10^30 micro-units. */
const MORE_THAN_DUE = 10n ** 30n;
