// Goal: every way to refuse a withdrawal, in order of precedence, and the two ways on.
import { micro } from '@glasspool/core/testing';
import { describe, expect, it } from 'vitest';
import { planOperatorWithdrawal, planWithdrawal } from './rules.ts';

const LIMITS = {
  minimumMicro: micro('1'),
  feeMicro: micro('0.5'),
  reviewMicro: micro('100'),
  dailyCapMicro: micro('500'),
};

//  amount    available  user today  pool today  outcome
const CASES = [
  ['0.999999', '1000', '0', '0', 'WITHDRAWAL_BELOW_MINIMUM'],
  ['0.5', '0', '0', '500', 'WITHDRAWAL_BELOW_MINIMUM'],
  ['1', '1.499999', '0', '0', 'INSUFFICIENT_BALANCE'],
  ['10', '0', '0', '500', 'INSUFFICIENT_BALANCE'],
  ['10', '1000', '0', '490.000001', 'POOL_DAILY_CAP'],
  ['10', '1000', '0', '490', 'approved'],
  ['1', '1.5', '0', '0', 'approved'],
  ['100', '1000', '0', '0', 'approved'],
  ['100.000001', '1000', '0', '0', 'reviewing'],
  ['1', '1000', '99.000001', '0', 'reviewing'],
] as const;

describe('a withdrawal', () => {
  it.each(CASES)(
    'is decided for %s with %s available, %s and %s today: %s',
    (amount, available, userToday, poolToday, outcome) => {
      const plan = () =>
        planWithdrawal(
          {
            currency: 'USDT',
            amountMicro: micro(amount),
            availableMicro: micro(available),
            userTodayMicro: micro(userToday),
            poolTodayMicro: micro(poolToday),
          },
          LIMITS,
        );
      if (outcome === 'approved' || outcome === 'reviewing')
        expect(plan()).toMatchObject({ next: outcome, onHoldMicro: micro(amount) + micro('0.5') });
      else expect(plan).toThrow(expect.objectContaining({ code: outcome }));
    },
  );
});

//  amount    today   outcome
const OPERATOR_CASES = [
  ['100.000001', '0', 'RESERVES_TOO_SMALL'],
  ['100', '0', 'reviewing'],
  ['10', '0', 'approved'],
  ['10', '0.000001', 'reviewing'],
  ['10', '490', 'reviewing'],
  ['10', '490.000001', 'OPERATOR_DAILY_CAP'],
  ['0.000001', '500', 'OPERATOR_DAILY_CAP'],
] as const;

describe('a hot wallet withdrawal', () => {
  it.each(OPERATOR_CASES)('is decided for %s of 100 free, with %s today: %s', (amount, today, outcome) => {
    const plan = () =>
      planOperatorWithdrawal(
        {
          currency: 'USDT',
          amountMicro: micro(amount),
          assetsMicro: micro('1000'),
          claimsMicro: micro('900'),
          todayMicro: micro(today),
        },
        { reviewMicro: micro('10'), dailyCapMicro: micro('500') },
      );
    if (outcome === 'approved' || outcome === 'reviewing') expect(plan()).toEqual({ next: outcome });
    else expect(plan).toThrow(expect.objectContaining({ code: outcome }));
  });
});
