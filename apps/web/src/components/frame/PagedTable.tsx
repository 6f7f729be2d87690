import { type ReactNode, useEffect } from 'react';
import { type Column, DataTable } from './DataTable.tsx';
import { LoadError } from './LoadError.tsx';
import { countPages, Pager } from './Pager.tsx';

/** A query of one page of a list, as far as its table looks at it. */
interface ListQuery<Row> {
  readonly data: { readonly data: readonly Row[]; readonly meta: { readonly total: number } } | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  refetch(): Promise<unknown>;
}

interface PagedTableProps<Row> {
  readonly query: ListQuery<Row>;
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  toKey(row: Row): string;
  readonly emptyText: ReactNode;
  /** Stands in place of the rows while the first page loads. */
  readonly loading: ReactNode;
  /** Id of the text that is shown when the list could not be loaded. */
  readonly errorTextId: string;
  readonly page: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
}

/** One page of a list as a table with its pager, in each of its states: loading, failed, empty, loaded. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { query, caption, columns, toKey, emptyText, loading, errorTextId, page, pageSize, onPage } = props;
  const rows = query.data?.data;
  const total = query.isPlaceholderData ? undefined : query.data?.meta.total;
  // A URL may name a page that does not exist, or no longer: the last one is shown.
  const isBeyond = total !== undefined && page > countPages(total, pageSize);
  useEffect(() => {
    if (isBeyond && total !== undefined) onPage(countPages(total, pageSize));
  });
  return (
    <>
      {query.isPending && <div role="status">{loading}</div>}
      {query.isError && rows === undefined && (
        <LoadError textId={errorTextId} onRetry={() => void query.refetch()} />
      )}
      {rows?.length === 0 && !isBeyond && <p className="text-text-2">{emptyText}</p>}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows}
          toKey={toKey}
          isStale={query.isPlaceholderData}
        />
      )}
      {query.data !== undefined && (query.data.data.length > 0 || page > 1) && (
        <Pager
          list={caption}
          page={page}
          limit={pageSize}
          total={query.data.meta.total}
          isLoading={query.isFetching}
          onChange={onPage}
        />
      )}
    </>
  );
}
