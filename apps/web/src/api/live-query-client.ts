import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * A query client whose invalidation reaches queries that still wait for their first answer. The library lets that answer stand, though
 * the server may have read it before what the invalidation is about: then a screen would show what was for as long as nothing else
 * happens.
 */
export class LiveQueryClient extends QueryClient {
  /** Those that are asked again after their first answer already, however often they are invalidated until then. */
  readonly #early = new WeakSet<Query>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const early = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined && !this.#early.has(query));
    for (const query of early) this.#early.add(query);
    await super.invalidateQueries(filters, options);
    for (const query of early) this.#early.delete(query);
    if (early.length > 0) await super.invalidateQueries({ predicate: (query) => early.includes(query) });
  }
}
