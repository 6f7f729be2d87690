import { describe, expect, it } from 'vitest';
import { computeInitials } from './ProfileHeader.tsx';

describe('computeInitials', () => {
  it.each([
    ['alice', 'A'],
    ['Alice Liddell', 'AL'],
    ['ada  king lovelace', 'AK'],
    ['  ', ''],
    ['éva ök', 'ÉÖ'],
  ])('turns %j into %j', (name, initials) => {
    expect(computeInitials(name)).toBe(initials);
  });
});
