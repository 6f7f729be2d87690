// Goal: statements are offered for the months from the account's first entry to the present of the pool, whatever clock the browser has.
// Method: a pool in 2027, an account since January, a browser of another year.
import { transformer } from '@glasspool/api/transformer';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { answers, fails, mockServer, records, renderWithServer } from '../../testing/render-with-server.tsx';
import { figures, getTransaction } from '../../testing/samples.ts';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { StatementDownload } from './StatementDownload.tsx';

withMockServer();

const listing = (total: number, timestamp: number) =>
  records('transactions', 'listUserTransactions', {
    data: total === 0 ? [] : [getTransaction({ timestamp })],
    meta: { page: 1, limit: 1, total, next: null },
  });
const poolAt = (now: number): void =>
  mockServer.use(answers('transparency', 'getPoolFigures', { ...figures, now }));

async function readMonths(): Promise<string[]> {
  const select = await screen.findByLabelText('Statement of a month');
  const list = (): string[] => [...select.querySelectorAll('option')].map(({ value }) => value);
  // The place is there before the months are.
  await waitFor(() => expect(list()).not.toEqual([]));
  return list();
}

describe('the list of months with a statement', () => {
  it.each([
    [Date.UTC(2027, 0, 31, 23, 59), Date.UTC(2027, 1, 1), ['2027-02', '2027-01']],
    [Date.UTC(2026, 10, 2), Date.UTC(2027, 1, 28), ['2027-02', '2027-01', '2026-12', '2026-11']],
    [Date.UTC(2026, 10, 2), Date.UTC(2026, 10, 2), ['2026-11']],
  ])('has the months from %d to %d', async (first, now, months) => {
    poolAt(now);
    const { handler, inputs } = listing(70, first);
    mockServer.use(handler);
    renderWithServer(<StatementDownload />);
    expect(await readMonths()).toEqual(months);
    // The last row of the newest first is the oldest.
    expect(inputs).toEqual([{ limit: 1 }, { limit: 1, page: 70 }]);
  });

  it('has the present month for an account without an entry, and where the first entry is not known', async () => {
    poolAt(Date.UTC(2027, 1, 3));
    mockServer.use(listing(0, 0).handler);
    const { unmount } = renderWithServer(<StatementDownload />);
    expect(await readMonths()).toEqual(['2027-02']);
    unmount();
    mockServer.use(fails('transactions', 'listUserTransactions'));
    renderWithServer(<StatementDownload />);
    expect(await readMonths()).toEqual(['2027-02']);
  });

  it('reaches back beyond the entries that are counted at once', async () => {
    poolAt(Date.UTC(2027, 1, 3));
    const inputs: { to?: string }[] = [];
    mockServer.use(
      http.all('*/trpc/transactions.listUserTransactions', ({ request }) => {
        const input = JSON.parse(new URL(request.url).searchParams.get('input') ?? '');
        inputs.push(input);
        const [total, timestamp] =
          input.to === undefined ? [10_000, Date.UTC(2027, 0, 5)] : [3, Date.UTC(2026, 11, 5)];
        const data = [getTransaction({ timestamp })];
        const answer = { data, meta: { page: 1, limit: 1, total, next: null } };
        return HttpResponse.json({ result: { data: transformer.output.serialize(answer) } });
      }),
    );
    renderWithServer(<StatementDownload />);
    expect((await readMonths()).at(-1)).toBe('2026-12');
    expect(inputs.at(-1)).toEqual({ limit: 1, page: 3, to: '2027-01-04' });
  });
});
