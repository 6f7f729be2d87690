import { COUNTED_MAX } from '@glasspool/core';
import { z } from 'zod';
import { PageFields, PageMeta } from './common.contract.ts';

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
