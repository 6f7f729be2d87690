import type { TermsValues } from '@glasspool/core';

/** Terms of a forecast: those of a version, for one currency. */
export interface ForecastTerms
  extends Pick<TermsValues, 'targetRatePpm' | 'termDays' | 'referralRatesPpm' | 'referralCapPpm'> {
  readonly minimumMicro: bigint;
  readonly withdrawalMinimumMicro: bigint;
  readonly withdrawalFeeMicro: bigint;
}

/** People who are invested when a forecast starts, all with the same amount since the same day. */
export interface PresentPeople {
  readonly people: number;
  /** Of each. */
  readonly principalMicro: bigint;
  /** Days since they invested, fewer than the term has. */
  readonly daysPast: number;
}

/** People whose money is withdrawable when a forecast starts. */
export interface IdlePeople {
  readonly people: number;
  /** Of each. */
  readonly withdrawableMicro: bigint;
}

/** Start and assumptions of a forecast, in one currency. */
export interface Scenario {
  readonly terms: ForecastTerms;
  readonly days: number;
  readonly present: readonly PresentPeople[];
  readonly idle: readonly IdlePeople[];
  readonly reserveMicro: bigint;
  /** Funding of the reserve, every seventh day. */
  readonly weeklyFundingMicro: bigint;
  /** People who join on the first day; every seventh day more join, by `growthPercent`. */
  readonly joinersPerWeek: number;
  /** Change of the joiners from week to week, from -100 on. */
  readonly growthPercent: number;
  /** Weeks in which people join and invest again. After these they have lost trust: no one joins, and everyone takes out what they can. */
  readonly trustWeeks: number;
  /** Deposit of each who joins. All of it is invested at once. */
  readonly depositMicro: bigint;
  /** Of a hundred people, those who invest all that is withdrawable again after each term. The others take it out. */
  readonly reinvestPercent: number;
  /** Days from one withdrawal to the next of those who take their money out. */
  readonly withdrawEveryDays: number;
  /** Levels of inviters of everyone who joins. */
  readonly referralDepth: 0 | 1 | 2 | 3;
}

export const WEEK_DAYS = 7;
/** No more people than live: who promises growth for ever runs out of them. */
export const PEOPLE_MAX = 8_000_000_000;
