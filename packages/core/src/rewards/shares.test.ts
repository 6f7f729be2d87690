// Goal: no run pays more than its reserve, no tree of friends more than the cap, and every share is a whole number of parts per billion.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyShare, effectiveRatePpb, planShares, targetRatePpb } from './shares.ts';

const CAP = 50_000;

describe('the share of a run', () => {
  it.each([
    ['enough for all', { dueMicro: 100n, referralDueMicro: 5n, reserveMicro: 105n }, 100n, 5n],
    ['referrals above the cap', { dueMicro: 100n, referralDueMicro: 10n, reserveMicro: 1_000n }, 100n, 5n],
    ['half of what is due', { dueMicro: 100n, referralDueMicro: 0n, reserveMicro: 50n }, 50n, 0n],
    ['an empty reserve', { dueMicro: 100n, referralDueMicro: 5n, reserveMicro: 0n }, 0n, 0n],
    ['nothing due', { dueMicro: 0n, referralDueMicro: 0n, reserveMicro: 10n }, 0n, 0n],
  ])('is right with %s', (_title, run, paidMicro, referralPaidMicro) => {
    const { sharePpb, referralSharePpb } = planShares({ ...run, referralCapPpm: CAP });
    const capped = applyShare(run.referralDueMicro, referralSharePpb);
    expect([applyShare(run.dueMicro, sharePpb), applyShare(capped, sharePpb)]).toEqual([
      paidMicro,
      referralPaidMicro,
    ]);
  });

  it('is floor(available × 10^9 / due), for example 333,333,333 of a third', () => {
    const plan = planShares({ dueMicro: 3n, referralDueMicro: 0n, referralCapPpm: CAP, reserveMicro: 1n });
    expect(plan.sharePpb).toBe(333_333_333);
  });

  it('takes no more than the reserve, pays no more than it takes, and keeps the cap, however amounts are split', () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { maxLength: 20 });
    fc.assert(
      fc.property(
        amounts,
        amounts,
        fc.bigInt({ min: 0n, max: 10n ** 16n }),
        (dues, referrals, reserveMicro) => {
          const sum = (values: bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
          const { sharePpb, referralSharePpb, fixedMicro } = planShares({
            dueMicro: sum(dues),
            referralDueMicro: sum(referrals),
            referralCapPpm: CAP,
            reserveMicro,
          });
          const capped = referrals.map((amount) => applyShare(amount, referralSharePpb));
          const paid = sum([...dues, ...capped].map((amount) => applyShare(amount, sharePpb)));
          expect(sum(capped) * 20n <= sum(dues)).toBe(true);
          expect(paid <= fixedMicro).toBe(true);
          expect(fixedMicro <= reserveMicro).toBe(true);
          expect(Number.isInteger(sharePpb) && sharePpb <= 1_000_000_000).toBe(true);
        },
      ),
    );
  });
});

describe('the rate of a run', () => {
  it('is the target times the share, rounded down, and nothing before the share is fixed', () => {
    expect(targetRatePpb(20_000)).toBe(20_000_000);
    expect(effectiveRatePpb(20_000, 1_000_000_000)).toBe(20_000_000);
    expect(effectiveRatePpb(20_000, 333_333_333)).toBe(6_666_666);
    expect(effectiveRatePpb(20_000, null)).toBe(0);
  });
});
