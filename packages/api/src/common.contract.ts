import { USER_CURRENCIES } from '@glasspool/core';
import { z } from 'zod';

/** An amount in micro-units. REST shows it as a decimal string. */
export const MicroAmount = z.bigint();

export const CurrencyField = z.enum(USER_CURRENCIES, { error: 'Choose a currency: USDT or TRX.' });

/** A time in ms since the epoch, UTC. */
export const Timestamp = z.number().int();

export const NoInput = z.strictObject({}).optional();
export const NoOutput = z.object({});

const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 100;
const PAGE_MAX = 1_000_000;

const wholeNumber = (name: string, max: number) =>
  z.coerce
    .number({ error: `${name} must be a whole number from 1 to ${max}.` })
    .int({ error: `${name} must be a whole number from 1 to ${max}.` })
    .min(1, { error: `${name} must be a whole number from 1 to ${max}.` })
    .max(max, { error: `${name} must be a whole number from 1 to ${max}.` });

/** Paging of lists: page from 1, limit from 1 to 100. */
export const PageFields = {
  page: wholeNumber('page', PAGE_MAX).default(1),
  limit: wholeNumber('limit', LIMIT_MAX).default(LIMIT_DEFAULT),
};

export const PageMeta = z.object({ page: z.number(), limit: z.number(), total: z.number() });
