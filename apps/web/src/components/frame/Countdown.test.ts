import { describe, expect, it } from 'vitest';
import { formatRemaining } from './Countdown.tsx';

describe('the countdown to a payout', () => {
  it.each([
    [86_399_999, '23h 59m 59s'],
    [1_000, '0h 0m 1s'],
    [0, 'Payout in progress'],
    [-5, 'Payout in progress'],
  ])('turns %s ms into %s', (remainingMs, text) => {
    expect(formatRemaining(remainingMs)).toBe(text);
  });
});
