import { describe, expect, it } from 'vitest';
import { reserveLevel } from './reserve-level.ts';
import { isLargeRateChange, rewardDueAt, runwayTenthDays, targetReward, unlocksAt } from './terms.ts';

const HOUR_MS = 3_600_000;

describe('terms', () => {
  it('rewards 2 % a day of 100.123456 with 2.002469, rounded down', () => {
    // Pitfall: rewards in floating point drift
    expect(targetReward(100_123_456n, 20_000)).toBe(2_002_469n);
  });

  it('makes the first reward due after exactly 24 hours, by UTC milliseconds', () => {
    expect(rewardDueAt(1_000, 1)).toBe(1_000 + 24 * HOUR_MS);
    expect(unlocksAt(1_000, 30)).toBe(1_000 + 720 * HOUR_MS);
  });

  it.each([
    [null, 'ok'],
    [0, 'empty'],
    [1, 'low'],
    [29, 'low'],
    [30, 'ok'],
  ])('calls a reserve with a runway of %s tenths of a day %s', (tenths, level) => {
    expect(reserveLevel(tenths)).toBe(level);
  });

  it.each([
    [20_000, 30_000, false],
    [20_000, 30_001, true],
    [20_000, 10_000, false],
    [20_000, 9_999, true],
    [20_000, 20_000, false],
  ])('calls a change of the rate from %i to %i large: %s', (before, after, isLarge) => {
    expect(isLargeRateChange([before], after)).toBe(isLarge);
  });

  it('states the runway in tenths of a day, and none when nothing is invested', () => {
    expect(runwayTenthDays(94_000_000n, 10_000_000n)).toBe(94);
    expect(runwayTenthDays(94_000_000n, 0n)).toBeUndefined();
  });
});
