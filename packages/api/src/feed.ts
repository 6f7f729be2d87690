import type { PageOf, PageRequest, Place } from '@glasspool/pool/deps';
import type { z } from 'zod';
import type { FeedMeta } from './contract.ts';

interface FeedInput {
  readonly page: number;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Request to the pool, from an input whose cursor has the form of its contract. */
export function toPageRequest({ page, limit, cursor }: FeedInput): PageRequest {
  if (cursor === undefined) return { page, limit };
  const [time = '', id = ''] = cursor.split('~');
  return { page, limit, after: { createdAt: Number(time), id } };
}

/** Part of an answer that goes with the entries of a page. */
export function presentMeta(
  { page, limit }: FeedInput,
  { total, next }: Pick<PageOf<unknown>, 'total' | 'next'>,
): z.infer<typeof FeedMeta> {
  return { page, limit, total, next: next === undefined ? null : toCursor(next) };
}

function toCursor({ createdAt, id }: Place): string {
  return `${createdAt}~${id}`;
}
