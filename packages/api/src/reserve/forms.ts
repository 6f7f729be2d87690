import { AmountOrZeroString, AmountString, TERMS_LIMITS } from '@glasspool/core';
import { z } from 'zod/mini';
import { CurrencyField, IdempotencyKey, TwoFactorCode } from '../forms.ts';

const { targetRatePpmMax, termDaysMin, termDaysMax, referralRatePpmMax } = TERMS_LIMITS;
const PPM_PER_PERCENT = 10_000;
const VERSION_MAX = 1_000_000;

const wholeNumber = (error: string, min: number, max: number) =>
  z
    .number({ error })
    .check(z.refine((value) => Number.isInteger(value) && value >= min && value <= max, { error }));

export const FundReserveInput = z.strictObject({
  currency: CurrencyField,
  amount: AmountString,
  /** The version in force when left out. */
  termsVersion: z.optional(wholeNumber('Choose a version of the terms.', 1, VERSION_MAX)),
  totp: z.optional(TwoFactorCode),
  idempotencyKey: z.optional(IdempotencyKey),
});

const ReferralRate = wholeNumber(
  `A referral rate is from 0 to ${referralRatePpmMax / PPM_PER_PERCENT} % of a reward.`,
  0,
  referralRatePpmMax,
);

export const PublishTermsInput = z.strictObject({
  targetRatePpm: wholeNumber(
    `The target rate is from 0 to ${targetRatePpmMax / PPM_PER_PERCENT} % a day.`,
    0,
    targetRatePpmMax,
  ),
  termDays: wholeNumber(`The term is from ${termDaysMin} to ${termDaysMax} days.`, termDaysMin, termDaysMax),
  minimumUsdt: AmountString,
  minimumTrx: AmountString,
  withdrawalMinimumUsdt: AmountString,
  withdrawalMinimumTrx: AmountString,
  withdrawalFeeUsdt: AmountOrZeroString,
  withdrawalFeeTrx: AmountOrZeroString,
  referralLevel1Ppm: ReferralRate,
  referralLevel2Ppm: ReferralRate,
  referralLevel3Ppm: ReferralRate,
  referralCapPpm: ReferralRate,
  /** From when new investments are made under them, in ms since the epoch, UTC. */
  startsAt: wholeNumber('Choose the time from which the terms apply.', 0, Number.MAX_SAFE_INTEGER),
  totp: z.optional(TwoFactorCode),
  idempotencyKey: z.optional(IdempotencyKey),
});
