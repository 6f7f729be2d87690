import { EXPERIMENT_IDS, type ExperimentId } from '@glasspool/api/contracts';
import { describe, expect, it } from 'vitest';
import { type ExperimentCheck, isAsExpected, listExpectedChecks } from './index.ts';

const made = (id: ExperimentId): ExperimentCheck[] =>
  listExpectedChecks(id).map((one) => ({ kind: 'check', id: one.id, isHeld: one.holds, found: '' }));

describe('the verdict on an experiment', () => {
  it.each(EXPERIMENT_IDS)('%s is as expected when each check comes out as the list says', (id) => {
    expect(isAsExpected(id, made(id))).toBe(true);
  });

  it.each(EXPERIMENT_IDS)(
    '%s is not when one check comes out otherwise, is left out, twice, or another one',
    (id) => {
      const checks = made(id);
      for (const [index, check] of checks.entries()) {
        expect(isAsExpected(id, checks.with(index, { ...check, isHeld: !check.isHeld }))).toBe(false);
        expect(isAsExpected(id, checks.toSpliced(index, 1))).toBe(false);
        expect(isAsExpected(id, checks.toSpliced(index, 0, check))).toBe(false);
        expect(isAsExpected(id, checks.with(index, { ...check, id: 'another' }))).toBe(false);
      }
    },
  );

  it('is not as expected when nothing was checked', () => {
    expect(EXPERIMENT_IDS.filter((id) => isAsExpected(id, []))).toEqual([]);
  });
});
