// Goal: a list never tells of rows that it does not have, or of none where there are some.
import { cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { PagedTable } from './PagedTable.tsx';

afterEach(cleanup);

const ROWS = ['a', 'b', 'c'];

function List({ first }: { first: number }) {
  const [page, setPage] = useState(first);
  const data = { data: ROWS.slice(2 * page - 2, 2 * page), meta: { total: ROWS.length } };
  const query = {
    data,
    isPending: false,
    isError: false,
    isFetching: false,
    isPlaceholderData: false,
    refetch: () => Promise.resolve(),
  };
  return (
    <PagedTable
      query={query}
      caption="Letters"
      columns={[{ id: 'letter', title: 'Letter', cell: (row: string) => row }]}
      toKey={(row) => row}
      emptyText="No letters"
      loading="…"
      errorTextId="admin.historyFailed"
      page={page}
      pageSize={2}
      onPage={setPage}
    />
  );
}

it('shows the last page in the place of one beyond it', async () => {
  render(<List first={99} />);
  expect((await screen.findByRole('table')).textContent).toBe('LettersLetterc');
  expect(screen.getByText('Page 2 of 2')).toBeDefined();
  expect(screen.queryByText('No letters')).toBeNull();
});
