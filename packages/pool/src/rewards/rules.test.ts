// Goal: no run pays more than the reserve holds, and no tree of friends more than 5 % of the rewards.
import { mulDivFloor } from '@glasspool/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planShares, type Share } from './rules.ts';

const part = (amount: bigint, { numerator, denominator }: Share): bigint =>
  mulDivFloor(amount, numerator, denominator);

describe('the shares of a run', () => {
  it.each([
    ['enough for all', { dueMicro: 100n, referralMicro: 5n, reserveMicro: 105n }, 100n, 5n],
    ['referrals above the cap', { dueMicro: 100n, referralMicro: 9n, reserveMicro: 1_000n }, 100n, 5n],
    ['half of what is due', { dueMicro: 100n, referralMicro: 0n, reserveMicro: 50n }, 50n, 0n],
    ['an empty reserve', { dueMicro: 100n, referralMicro: 5n, reserveMicro: 0n }, 0n, 0n],
    ['nothing due', { dueMicro: 0n, referralMicro: 0n, reserveMicro: 10n }, 0n, 0n],
  ])('with %s', (_title, run, paidMicro, referralPaidMicro) => {
    const { all, referral } = planShares(run);
    expect([part(run.dueMicro, all), part(part(run.referralMicro, referral), all)]).toEqual([
      paidMicro,
      referralPaidMicro,
    ]);
  });

  it('never pay more than the reserve, nor referrals more than 5 % of what is due, however the amounts are split', () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { maxLength: 20 });
    fc.assert(
      fc.property(
        amounts,
        amounts,
        fc.bigInt({ min: 0n, max: 10n ** 16n }),
        (dues, referrals, reserveMicro) => {
          const sum = (values: bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
          const { all, referral } = planShares({
            dueMicro: sum(dues),
            referralMicro: sum(referrals),
            reserveMicro,
          });
          const capped = referrals.map((amount) => part(amount, referral));
          const paid = sum([...dues, ...capped].map((amount) => part(amount, all)));
          expect(sum(capped) * 20n <= sum(dues)).toBe(true);
          expect(paid <= reserveMicro).toBe(true);
        },
      ),
    );
  });
});
