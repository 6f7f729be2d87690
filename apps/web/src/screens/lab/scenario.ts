import { parseAmount } from '@glasspool/core';
import type { ForecastTerms, IdlePeople, PresentPeople, Scenario } from '@glasspool/lab/forecast';
import type { PoolFigures } from '../../api/trpc.ts';
import { PRESETS } from './presets.ts';
import { type Choice, CONTROLS, type Settings, type Start } from './settings.ts';

export const CURRENCY = 'USDT';
const MICRO_PER_UNIT = 1_000_000n;
const PPM_PER_TENTH_PERCENT = 1_000;
const DEPOSIT_MICRO = parseAmount('100');
const WEEK_DAYS = 7;

const EXAMPLE: Settings = {
  rate: 20,
  reserve: 20_000,
  funding: 500,
  joiners: 5,
  growth: 3,
  weeks: 520,
  reinvest: 60,
  every: 7,
  depth: 3,
};

/** Start of a forecast, before anyone changes something. */
export interface Origin {
  /** To the last part per million and micro-unit, which the sliders are too coarse for. */
  readonly terms: ForecastTerms;
  readonly reserveMicro: bigint;
  readonly settings: Settings;
  readonly present: readonly PresentPeople[];
  readonly idle: readonly IdlePeople[];
}

/** Start that the pool has something for: its own books once someone has invested. */
export function chooseStart(figures: PoolFigures): Start {
  return findPrincipal(figures) > 0n ? 'books' : 'example';
}

/** Returns the start by its name. `investments` is the number of active investments, as the newest reward run had it. */
export function findOrigin(start: Start, figures: PoolFigures, investments: number): Origin {
  const terms = readTerms(figures);
  const preset = PRESETS.find(({ id }) => id === start);
  if (preset !== undefined) {
    const settings = { ...EXAMPLE, ...preset.settings };
    return {
      terms: {
        ...terms,
        targetRatePpm: settings.rate * PPM_PER_TENTH_PERCENT,
        termDays: preset.termDays,
        referralRatesPpm: preset.referralRatesPpm,
        // A scheme of these has no cap of what it pays inviters.
        referralCapPpm: 1_000_000,
        withdrawalFeeMicro: 0n,
      },
      reserveMicro: BigInt(settings.reserve) * MICRO_PER_UNIT,
      settings,
      present: [],
      idle: [],
    };
  }
  const rate = terms.targetRatePpm / PPM_PER_TENTH_PERCENT;
  if (start === 'example') {
    const reserveMicro = BigInt(EXAMPLE.reserve) * MICRO_PER_UNIT;
    return { terms, reserveMicro, settings: { ...EXAMPLE, rate }, present: [], idle: [] };
  }
  const reserveMicro = findReserve(figures)?.reserve ?? 0n;
  return {
    terms,
    reserveMicro,
    settings: { ...EXAMPLE, rate, reserve: Number(reserveMicro / MICRO_PER_UNIT) },
    present: spreadEvenly(findPrincipal(figures), investments, terms.termDays),
    idle: makeIdle(findOwed(figures) - findPrincipal(figures)),
  };
}

/** The scenario of a choice. */
export function toScenario(
  { terms, reserveMicro, settings, present, idle }: Origin,
  { span, changed }: Choice,
): Scenario {
  const all = { ...settings, ...changed };
  const { rate, reserve } = changed;
  return {
    terms: rate === undefined ? terms : { ...terms, targetRatePpm: rate * PPM_PER_TENTH_PERCENT },
    days: span,
    present,
    idle,
    reserveMicro: reserve === undefined ? reserveMicro : BigInt(reserve) * MICRO_PER_UNIT,
    weeklyFundingMicro: BigInt(all.funding) * MICRO_PER_UNIT,
    joinersPerWeek: all.joiners,
    growthPercent: all.growth,
    trustWeeks: all.weeks,
    depositMicro: DEPOSIT_MICRO,
    reinvestPercent: all.reinvest,
    withdrawEveryDays: all.every,
    referralDepth: ([0, 1, 2, 3] as const).find((depth) => depth === all.depth) ?? CONTROLS.depth.max,
  };
}

/**
 * People among whom the principal of today is spread: equal amounts, made on equal weeks of the term. The books do not publish who
 * invested when.
 */
function spreadEvenly(principalMicro: bigint, investments: number, termDays: number): PresentPeople[] {
  const people = Math.max(1, investments);
  const eachMicro = principalMicro / BigInt(people);
  if (eachMicro === 0n) return [];
  const weeks = Math.min(people, Math.ceil(termDays / WEEK_DAYS));
  return Array.from({ length: weeks }, (_, week) => ({
    people: Math.floor((people * (week + 1)) / weeks) - Math.floor((people * week) / weeks),
    principalMicro: eachMicro,
    daysPast: Math.min(week * WEEK_DAYS, termDays - 1),
  }));
}

/** Everything else that is owed, as if everyone had as much as those who join: the books publish its sum alone. */
function makeIdle(owedMicro: bigint): IdlePeople[] {
  const people = owedMicro / DEPOSIT_MICRO;
  return people > 0n ? [{ people: Number(people), withdrawableMicro: owedMicro / people }] : [];
}

function readTerms({ terms }: PoolFigures): Origin['terms'] {
  const amounts = terms.minimums.find(({ currency }) => currency === CURRENCY);
  const [level1 = 0, level2 = 0, level3 = 0] = terms.referralRatesPpm;
  return {
    targetRatePpm: terms.targetRatePpm,
    termDays: terms.termDays,
    referralRatesPpm: [level1, level2, level3],
    referralCapPpm: terms.referralCapPpm,
    minimumMicro: amounts?.minimum ?? 0n,
    withdrawalMinimumMicro: amounts?.withdrawalMinimum ?? 0n,
    withdrawalFeeMicro: amounts?.withdrawalFee ?? 0n,
  };
}

/** Reserve and principal of the terms in force. */
function findReserve({ currencies, terms }: PoolFigures) {
  const one = currencies.find(({ currency }) => currency === CURRENCY);
  return one?.reserves.find(({ termsVersion }) => termsVersion === terms.version);
}

function findOwed({ currencies }: PoolFigures): bigint {
  return currencies.find(({ currency }) => currency === CURRENCY)?.owedToUsers ?? 0n;
}

function findPrincipal(figures: PoolFigures): bigint {
  return findReserve(figures)?.principal ?? 0n;
}
