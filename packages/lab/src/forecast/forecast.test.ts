// Goal: a forecast counts every micro-unit; in a pool that pays out of a reserve no one's money is missing, and one that pays out of
// deposits ends on the day that a calculation by hand ends it. Method: scenarios at random, and one small enough for paper. That a pool
// does the same is in packages/lab/src/forecast/real-pool.test.ts.
import { assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOutcome, forecast, listByJoinDay, type Scenario } from './index.ts';

const UNIT = 1_000_000n;

const PAPER: Scenario = {
  terms: {
    targetRatePpm: 50_000,
    termDays: 7,
    referralRatesPpm: [100_000, 0, 0],
    referralCapPpm: 100_000,
    minimumMicro: UNIT,
    withdrawalMinimumMicro: UNIT,
    withdrawalFeeMicro: 0n,
  },
  days: 30,
  present: [],
  idle: [],
  reserveMicro: 0n,
  weeklyFundingMicro: 0n,
  joinersPerWeek: 1,
  growthPercent: -100,
  trustWeeks: 100,
  depositMicro: 100n * UNIT,
  reinvestPercent: 0,
  withdrawEveryDays: 7,
  referralDepth: 0,
};

const scenarios = record({
  ratePpm: integer({ min: 0, max: 50_000 }),
  termDays: integer({ min: 7, max: 60 }),
  joiners: integer({ min: 0, max: 20 }),
  growth: integer({ min: -50, max: 30 }),
  reserve: integer({ min: 0, max: 5_000_000_000 }),
  funding: integer({ min: 0, max: 100_000_000 }),
  reinvest: integer({ min: 0, max: 100 }),
  every: integer({ min: 1, max: 40 }),
  weeks: integer({ min: 0, max: 18 }),
  depth: constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
  fee: integer({ min: 0, max: 2_000_000 }),
}).map(
  (drawn): Scenario => ({
    ...PAPER,
    terms: {
      ...PAPER.terms,
      targetRatePpm: drawn.ratePpm,
      termDays: drawn.termDays,
      referralRatesPpm: [100_000, 60_000, 40_000],
      withdrawalFeeMicro: BigInt(drawn.fee),
    },
    days: 120,
    idle: [{ people: 2, withdrawableMicro: 60n * UNIT }],
    present: [{ people: 3, principalMicro: 70n * UNIT + 1n, daysPast: 3 }],
    reserveMicro: BigInt(drawn.reserve),
    weeklyFundingMicro: BigInt(drawn.funding),
    joinersPerWeek: drawn.joiners,
    growthPercent: drawn.growth,
    trustWeeks: drawn.weeks,
    reinvestPercent: drawn.reinvest,
    withdrawEveryDays: drawn.every,
    referralDepth: drawn.depth,
  }),
);

describe('a forecast', () => {
  it('holds all that is owed, and the reserve, on every day of a pool that pays out of a reserve', () => {
    assert(
      property(scenarios, (scenario) => {
        const foreseen = forecast(scenario, 'reserve');
        expect(foreseen.collapsedOn).toBeUndefined();
        expect(foreseen.days).toHaveLength(scenario.days + 1);
        for (const { heldMicro, owedMicro, reserveMicro } of foreseen.days) {
          expect(heldMicro).toBe(owedMicro + reserveMicro);
          expect(reserveMicro).toBeGreaterThanOrEqual(0n);
        }
        expect(findOutcome(foreseen)).toMatchObject({ losers: 0n, lostMicro: 0n });
      }),
    );
  });

  it('counts all that came and went where rewards are paid out of deposits', () => {
    assert(
      property(scenarios, (scenario) => {
        const foreseen = forecast(scenario, 'deposits');
        const last = foreseen.days.at(-1);
        let heldMicro = scenario.reserveMicro;
        const weeks = Math.floor((last?.day ?? 0) / 7);
        heldMicro += BigInt(weeks) * scenario.weeklyFundingMicro;
        for (const group of foreseen.groups)
          heldMicro += group.people * (group.putInMicro - group.takenOutMicro - group.feesMicro);
        // Inviters' fees are the difference: of a week or more, and never more than a fee a week for each of three.
        for (const { takenOutMicro } of foreseen.inviters) heldMicro -= takenOutMicro;
        const feesMicro = heldMicro - (last?.heldMicro ?? 0n);
        expect(feesMicro).toBeGreaterThanOrEqual(0n);
        expect(feesMicro).toBeLessThanOrEqual(BigInt(3 * weeks) * scenario.terms.withdrawalFeeMicro);
      }),
    );
  });

  it('ends on the day of a calculation by hand', () => {
    // 100 come in; seven days at 5 % make it 135 owed on day 7, when the one who put them in takes out all there is.
    const alone = forecast(PAPER, 'deposits');
    expect(alone.collapsedOn).toBe(7);
    expect(alone.days.at(-1)).toMatchObject({ heldMicro: 100n * UNIT, owedMicro: 135n * UNIT });
    expect(findOutcome(alone)).toMatchObject({ people: 1n, losers: 1n, lostMicro: 100n * UNIT, winners: 0n });
    // The second one joins on day 7, too late for the first, unless 35 more are there; then the second wants 135 on day 14.
    const growing = forecast({ ...PAPER, growthPercent: 0, present: [] }, 'deposits');
    expect(growing.days[6]).toMatchObject({ heldMicro: 100n * UNIT, owedMicro: 130n * UNIT });
    expect(growing.collapsedOn).toBe(7);
    const funded = forecast({ ...PAPER, growthPercent: 0, reserveMicro: 35n * UNIT }, 'deposits');
    expect(funded.days[7]).toMatchObject({ heldMicro: 100n * UNIT, owedMicro: 100n * UNIT, people: 2 });
    expect(funded.collapsedOn).toBe(14);
    expect(findOutcome(funded)).toMatchObject({
      people: 2n,
      losers: 1n,
      winners: 1n,
      gainedMicro: 35n * UNIT,
    });
  });

  it('pays what the reserve has and says from when that is less than the target', () => {
    const foreseen = forecast({ ...PAPER, reserveMicro: 12n * UNIT }, 'reserve');
    expect(foreseen.shortOn).toBe(3);
    expect(foreseen.days.slice(1, 5).map(({ paidMicro }) => paidMicro)).toEqual([
      5n * UNIT,
      5n * UNIT,
      2n * UNIT,
      0n,
    ]);
  });

  it('lists everyone once by the day of joining', () => {
    assert(
      property(scenarios, integer({ min: 1, max: 30 }), (scenario, bars) => {
        const foreseen = forecast(scenario, 'reserve');
        const spans = listByJoinDay(foreseen, bars);
        expect(spans.length).toBeLessThanOrEqual(bars);
        const people = spans.reduce((sum, span) => sum + span.people, 0n);
        expect(people).toBe(findOutcome(foreseen).people);
      }),
    );
  });

  it('lets no more people join than live', () => {
    const foreseen = forecast({ ...PAPER, days: 400, growthPercent: 100, joinersPerWeek: 10 }, 'reserve');
    expect(foreseen.days.at(-1)?.people).toBe(8_000_000_000);
  });
});
