import { describe, expect, it } from 'vitest';
import { computeInitials } from './ProfileHeader.tsx';

describe('initials', () => {
  it.each([
    ['alice', 'A'],
    ['Alice Liddell', 'AL'],
    ['ada  king lovelace', 'AK'],
    ['  ', ''],
    ['éva ök', 'ÉÖ'],
  ])('of %j are %j', (name, initials) => {
    expect(computeInitials(name)).toBe(initials);
  });
});
