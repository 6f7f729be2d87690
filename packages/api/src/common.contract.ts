import { z } from 'zod';
import { wire } from './wire.contract.ts';

/** An amount in micro-units. REST shows it as a decimal string. */
export const MicroAmount = z.bigint().describe('An amount with 6 decimals.');

/** A time in ms since the epoch, UTC. */
export const Timestamp = z.number().int().describe('A time: ms since the epoch, UTC.');

export const NoInput = z.strictObject({}).optional();
export const NoOutput = z.object({});

const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 100;
const PAGE_MAX = 1_000_000;

/** A number, or, in a query string, plain digits: no sign, exponent or space. */
const wholeNumber = (name: string, max: number) => {
  const schema = { type: 'integer', minimum: 1, maximum: max } as const;
  const error = `The ${name} must be a whole number from 1 to ${max}.`;
  const digits = z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number);
  return z
    .union([z.number(), digits], { error })
    .register(wire, { schema })
    .pipe(z.number({ error }).int({ error }).min(1, { error }).max(max, { error }));
};

/** Paging of lists: page from 1, limit from 1 to 100. */
export const PageFields = {
  page: wholeNumber('page', PAGE_MAX).default(1),
  limit: wholeNumber('limit', LIMIT_MAX).default(LIMIT_DEFAULT),
};

export const PageMeta = z.object({ page: z.number(), limit: z.number(), total: z.number() });
