import { AmountString } from '@glasspool/core';
import { z } from 'zod/mini';
import { CurrencyField } from '../currency.contract.ts';

const RATE_PPM_MAX = 1_000_000;
const TERM_DAYS_MAX = 3_650;

export const FundReserveInput = z.strictObject({ currency: CurrencyField, amount: AmountString });

const wholeNumber = (error: string, min: number, max: number) =>
  z
    .number({ error })
    .check(z.refine((value) => Number.isInteger(value) && value >= min && value <= max, { error }));

export const PublishTermsInput = z.strictObject({
  targetRatePpm: wholeNumber('The target rate is from 0 to 100 % a day.', 0, RATE_PPM_MAX),
  termDays: wholeNumber(`The term is from 1 to ${TERM_DAYS_MAX} days.`, 1, TERM_DAYS_MAX),
  minimumUsdt: AmountString,
  minimumTrx: AmountString,
  /** From when new investments are made under them, in ms since the epoch, UTC. */
  startsAt: wholeNumber('Choose the time from which the terms hold.', 0, Number.MAX_SAFE_INTEGER),
});
