// Goal: every outcome of the rule that decides about one address, in order of precedence.
import { describe, expect, it } from 'vitest';
import { planGasReturn, planSweepStep, type SweepFacts, type SweepStep } from './rules.ts';

const token: SweepFacts = {
  balanceUnits: 100n,
  coinUnits: 10n,
  feeMaxUnits: 10n,
  paysFeeInKind: false,
  minimumUnits: 50n,
};
const inKind: SweepFacts = { ...token, coinUnits: 100n, paysFeeInKind: true };

const TABLE: readonly [string, SweepFacts, SweepStep][] = [
  ['nothing there', { ...token, balanceUnits: 0n }, { kind: 'skip', reason: 'empty' }],
  ['less than the minimum', { ...token, balanceUnits: 49n }, { kind: 'skip', reason: 'below-minimum' }],
  ['exactly the minimum', { ...token, balanceUnits: 50n }, { kind: 'move', units: 50n }],
  ['coins for the fee are there', token, { kind: 'move', units: 100n }],
  ['a unit of coin is missing', { ...token, coinUnits: 9n }, { kind: 'top-up', units: 6n }],
  ['no coin at all', { ...token, coinUnits: 0n }, { kind: 'top-up', units: 15n }],
  ['the fee stays behind', inKind, { kind: 'move', units: 90n }],
  ['no fee, all moves', { ...inKind, feeMaxUnits: 0n }, { kind: 'move', units: 100n }],
  [
    'moving costs as much as it brings',
    { ...inKind, feeMaxUnits: 50n },
    { kind: 'skip', reason: 'fee-too-high' },
  ],
];

describe('the step of a sweep', () => {
  it.each(TABLE)('%s', (_name, facts, step) => {
    expect(planSweepStep(facts)).toEqual(step);
  });
});

describe('the remainder of coins for a fee', () => {
  it.each([
    [0n, undefined],
    [20n, undefined],
    [21n, 11n],
    [1_000n, 990n],
  ])('is %d units, and comes back as %d', (coinUnits, units) => {
    expect(planGasReturn({ coinUnits, feeMaxUnits: 10n })).toBe(units);
  });
});
