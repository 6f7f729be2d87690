// Goal: no text but a plain decimal becomes money, and no amount loses a digit on its way.
// Method: hostile literals, and round trips over random amounts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  displayAmount,
  displayChainAmount,
  formatAmount,
  formatChainAmount,
  fromChainUnits,
  mulDivFloor,
  parseAmount,
  parseChainAmount,
  toChainUnits,
} from './amount.ts';
import { AmountOrZeroString, AmountString } from './amount-string.ts';

const HOSTILE = [
  '',
  ' ',
  '-1',
  '+1',
  '1e3',
  '1E3',
  '1e-7',
  '1,5',
  '1 000',
  '1_000',
  '.5',
  '5.',
  '01',
  '00.1',
  '0x10',
  '0b1',
  '1.0000001',
  '1.1234567',
  '1'.repeat(40),
  '1234567890123',
  'NaN',
  'Infinity',
  '١',
  '１',
  '1\n',
  '\u200b1',
  '1.5.1',
  'null',
  '$1',
  '1n',
];

describe('the reading of amounts', () => {
  it.each(HOSTILE)('refuses %j', (text) => {
    expect(() => parseAmount(text)).toThrow('plain number');
    expect(AmountString.safeParse(text).success).toBe(false);
    expect(AmountOrZeroString.safeParse(text).success).toBe(false);
  });

  it.each([1, 1n, null, undefined, {}, [], true])('refuses the value %s, which is no string', (value) => {
    expect(AmountString.safeParse(value).success).toBe(false);
  });

  it.each(['0', '0.0', '0.000000'])('refuses %s as an amount to move', (text) => {
    expect(AmountString.safeParse(text).error?.issues[0]?.message).toBe('The amount must be more than zero.');
  });

  it.each(['10', '0.05', '100.0', '0.000001'])('takes %s as an amount to move', (text) => {
    expect(AmountString.safeParse(text).data).toBe(text);
  });

  it.each(['0', '0.000000', '0.5'])('takes %s as a fee', (text) => {
    expect(AmountOrZeroString.safeParse(text).data).toBe(text);
  });

  it.each([
    ['0.000001', 1n],
    ['1', 1_000_000n],
    ['12.5', 12_500_000n],
    ['999999999999.999999', 999_999_999_999_999_999n],
  ])('reads %s', (text, amountMicro) => {
    expect(parseAmount(text)).toBe(amountMicro);
  });

  it('gives back every amount that it formats', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n }), (amountMicro) => {
        expect(parseAmount(formatAmount(amountMicro))).toBe(amountMicro);
      }),
    );
  });
});

describe('an amount on a screen', () => {
  it.each([
    [2_002_469n, 3, '2.002'],
    [999_999n, 3, '0.999'],
    [1_234_567_899_999n, 4, '1,234,567.8999'],
    [-1_999_999n, 3, '-1.999'],
    [9_007_199_254_740_993_999_999n, 3, '9,007,199,254,740,993.999'],
  ])('%s micro-units with %s places read %s, never rounded up', (amountMicro, places, text) => {
    expect(displayAmount(amountMicro, places)).toBe(text);
  });

  it.each([
    ['USDT', 20_095_946_912_000_000_000_000n, 'en', '20,095.946912000000000000'],
    ['TRX', -2_222_200_001n, 'es', '-2.222,200001'],
    ['BNB', 1n, 'en', '0.000000000000000001'],
  ] as const)('shows every unit that %s has on its chain', (currency, units, locale, text) => {
    expect(displayChainAmount(currency, units, locale)).toBe(text);
  });

  it('separates thousands in every language', () => {
    expect(displayAmount(2_222_200_000n, 3, 'es')).toBe('2.222,200');
  });
});

describe('an amount on chain', () => {
  it('keeps what an 18-decimal deposit has below a micro-unit as dust', () => {
    expect(fromChainUnits('USDT', 100_123456789012345678n)).toEqual({
      amountMicro: 100_123_456n,
      dustUnits: 789_012_345_678n,
    });
  });

  it('puts amount and dust together again without loss', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('USDT', 'TRX', 'BNB'),
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        (currency, units) => {
          const { amountMicro, dustUnits } = fromChainUnits(currency, units);
          expect(toChainUnits(currency, amountMicro) + dustUnits).toBe(units);
        },
      ),
    );
  });

  it.each([
    ['USDT', '100.123456789012345678', 100_123456789012345678n],
    ['USDT', '12', 12n * 10n ** 18n],
    ['TRX', '0.000001', 1n],
    ['TRX', '12345678901234.123456', 12_345_678_901_234_123_456n],
    ['BNB', '0.5', 5n * 10n ** 17n],
  ] as const)('reads an amount of %s with all places of its chain: %s', (currency, text, units) => {
    expect(parseChainAmount(currency, text)).toBe(units);
    const [whole = '', fraction = ''] = text.split('.');
    const places = currency === 'TRX' ? 6 : 18;
    expect(formatChainAmount(currency, units)).toBe(`${whole}.${fraction.padEnd(places, '0')}`);
  });

  it.each([
    ['TRX', '0.0000001'],
    ['USDT', '0.1234567890123456789'],
    ['TRX', '1'.repeat(27)],
    ['TRX', '-1'],
    ['TRX', 'x1'],
    ['TRX', '1x'],
    ['TRX', '1.x'],
    ['TRX', '1.2.3'],
    ['TRX', '1.'],
    ['TRX', ''],
  ] as const)('is no amount of %s on its chain: %j', (currency, text) => {
    expect(() => parseChainAmount(currency, text)).toThrow(
      expect.objectContaining({ code: 'INVALID_AMOUNT' }),
    );
  });

  it('takes as many digits as a chain amount may have, and not one more', () => {
    expect(parseChainAmount('TRX', '1'.repeat(26))).toBe(BigInt('1'.repeat(26)) * 10n ** 6n);
    expect(() => parseChainAmount('TRX', '1'.repeat(27))).toThrow();
  });

  it('has no sign where it is nothing', () => {
    expect([formatChainAmount('TRX', 0n), formatAmount(0n)]).toEqual(['0.000000', '0.000000']);
    expect([formatChainAmount('TRX', -5n), formatAmount(-5n)]).toEqual(['-0.000005', '-0.000005']);
  });

  it('rounds down when multiplying and dividing, and refuses negatives', () => {
    expect(mulDivFloor(100_123_456n, 20_000n, 1_000_000n)).toBe(2_002_469n);
    expect(mulDivFloor(0n, 0n, 1n)).toBe(0n);
    const why = 'mulDivFloor takes values of zero or more and a denominator above zero.';
    expect(() => mulDivFloor(-1n, 1n, 1n)).toThrow(why);
    expect(() => mulDivFloor(1n, -1n, 1n)).toThrow(why);
    expect(() => mulDivFloor(1n, 1n, 0n)).toThrow(why);
    expect(() => mulDivFloor(1n, 1n, -1n)).toThrow(why);
  });
});
