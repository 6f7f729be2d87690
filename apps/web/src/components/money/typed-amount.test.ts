// Goal: an amount is read as the page writes it, in either language, and never as another amount than the person meant.
import { displayAmount, parseAmount } from '@glasspool/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTyped } from './typed-amount.ts';

describe('an amount that is typed', () => {
  it.each([
    ['es', '1,5', '1.5'],
    ['es', '12.5', '12.5'],
    ['es', '11.912,00', '11912'],
    ['es', '11,912', '11.912'],
    ['es', '2912,420', '2912.42'],
    ['es', '2.912.420', '2912420'],
    ['es', '0.123', '0.123'],
    ['es', '2912.420000', '2912.42'],
    ['en', '12.5', '12.5'],
    ['en', '1,5', '1.5'],
    ['en', '11.912', '11.912'],
    ['en', '2,912.42', '2912.42'],
    ['en', '1,234,567', '1234567'],
    ['en', ' 7 ', '7'],
    ['en', '10.0', '10'],
    ['en', '100', '100'],
  ] as const)('is read in %s from %j as %s', (language, text, plain) => {
    expect(readTyped(text, language)).toEqual({ plain });
  });

  it.each([
    ['es', '11.912', 'ambiguous'],
    ['es', '2.000', 'ambiguous'],
    ['en', '11,912', 'ambiguous'],
    ['en', '', 'empty'],
    ['en', '1.2.3', 'invalid'],
    ['en', '1.234.567', 'invalid'],
    ['en', '12,34.5', 'invalid'],
    ['es', '1,234,567', 'invalid'],
    ['en', '1e3', 'invalid'],
    ['en', '-1', 'invalid'],
    ['en', '1.1234567', 'invalid'],
    ['en', '.5', 'invalid'],
    ['en', '5.', 'invalid'],
    ['en', '1 000', 'invalid'],
  ] as const)('is refused in %s for %j: %s', (language, text, problem) => {
    expect(readTyped(text, language)).toEqual({ problem });
  });

  it('is read back from every amount that a page shows, with decimals', () => {
    const micro = fc.bigInt({ min: 0n, max: 10n ** 17n });
    fc.assert(
      fc.property(micro, fc.constantFrom('en', 'es'), (amount, language) => {
        const { plain } = readTyped(displayAmount(amount, 6, language), language);
        expect(plain && parseAmount(plain)).toBe(amount);
      }),
    );
  });
});
