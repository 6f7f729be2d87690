import {
  COUNTED_MAX,
  DAY_MS,
  ID_PREFIXES,
  type Id,
  type IdKind,
  isId,
  WITHDRAWAL_REASON_CODES,
} from '@glasspool/core';
import { z } from 'zod';

/** A schema in the words of JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Form of a value on the wire, where zod cannot tell: amounts, ids, and digits in a query string. */
export const wire = z.registry<{ schema: JsonSchema }>();

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

const DateField = z.iso
  .date({ error: 'Write the day as 2026-11-23.' })
  .meta({ examples: ['2026-11-23'] })
  .optional();

/** Days that a list is limited to; either may be left out. */
export const DayFields = {
  from: DateField.describe('First day, in UTC.'),
  to: DateField.describe('Last day, in UTC.'),
};

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Times of the days: ms since the epoch, the last day with all of its hours. */
export function toTimes({ from, to }: Days): { from: number | undefined; until: number | undefined } {
  return {
    from: from === undefined ? undefined : Date.parse(from),
    until: to === undefined ? undefined : Date.parse(to) + DAY_MS,
  };
}

/** Paging of a list without end: by page numbers as far as they reach, and from a cursor on. */
export const FeedFields = {
  ...PageFields,
  cursor: z
    .string()
    .regex(/^\d{1,15}~[\w/]{1,80}$/, { error: 'The cursor must be what meta.next of an earlier page holds.' })
    .meta({ examples: ['1795564800000~dep_01J9ZK3V5Q8W2X4Y6Z8A0B1C2D'] })
    .optional()
    .describe(
      'Where the page begins: `meta.next` of the page before. The page number counts for nothing then.',
    ),
};

/** Refuses page numbers that a list does not reach, for each costs as much as all before it together. */
export function isWithinReach({
  page,
  limit,
  cursor,
}: {
  page: number;
  limit: number;
  cursor?: string | undefined;
}) {
  return cursor !== undefined || page * limit <= COUNTED_MAX;
}

export const OUT_OF_REACH = {
  error: `Page numbers reach the first ${COUNTED_MAX} entries. For further ones send meta.next of the page before as cursor.`,
  path: ['page'],
};

export const FeedMeta = PageMeta.extend({
  total: z.number().describe(`Entries of the list, counted up to ${COUNTED_MAX}.`),
  next: z.string().nullable().describe('The cursor of the next page; null after the last.'),
});

/** The id of something, as it came from outside. Whether it exists, and whose it is, is asked later. */
export function idField<Kind extends IdKind>(kind: Kind, error: string) {
  return z
    .custom<Id<Kind>>((value) => typeof value === 'string' && isId(kind, value), { error })
    .register(wire, {
      schema: {
        type: 'string',
        pattern: '^[a-z]{3}_[0-9A-Z]{26}$',
        examples: [`${ID_PREFIXES[kind]}_01J9Z3V5Q4K7R8S9T0V1W2X3Y4`],
      },
    });
}

/** Code of a reason that the pool gives, null beside one that a person wrote. */
export const ReasonCode = z
  .enum(WITHDRAWAL_REASON_CODES)
  .nullable()
  .describe('Code of `reason` where the pool gives it; null where a person wrote it.');
