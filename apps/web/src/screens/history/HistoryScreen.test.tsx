// Goal: the whole history can be read: page after page by cursors, by a filter, with the rewards of a run together; and each state is told.
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answers, fails, mockServer, records, renderWithServer } from '../../testing/render-with-server.tsx';
import { figures, getTransaction } from '../../testing/samples.ts';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { HistoryScreen } from './HistoryScreen.tsx';

withMockServer();
beforeEach(() => mockServer.use(answers('transparency', 'getPoolFigures', figures)));

const page = (rows: ReturnType<typeof getTransaction>[], next: string | null = null) => ({
  data: rows,
  meta: { page: 1, limit: 50, total: 70, next },
});
const reward = (id: string, change = {}) =>
  getTransaction({ _id: id, type: 'referral_reward', amount: 3_000_000n, txHash: null, to: null, ...change });

describe('the history', () => {
  it('goes on from the cursor of the page before', async () => {
    const first = records('transactions', 'listUserTransactions', page([getTransaction()], '5~dep_1'));
    mockServer.use(first.handler);
    renderWithServer(<HistoryScreen />, '/history');
    expect(await screen.findByText('70 transactions')).toBeDefined();
    const older = getTransaction({ _id: 'wdr_1', type: 'withdrawal' });
    const second = records('transactions', 'listUserTransactions', page([older]));
    mockServer.use(second.handler);
    fireEvent.click(screen.getByRole('button', { name: 'Older' }));
    expect(await screen.findByText('−', { exact: false })).toBeDefined();
    expect(first.inputs).toContainEqual({ limit: 50 });
    expect(second.inputs).toEqual([{ limit: 50, cursor: '5~dep_1' }]);
    expect(screen.queryByRole('button', { name: 'Older' })).toBeNull();
  });

  it('asks for what the filter of the address says, and leaves out what it does not understand', async () => {
    const { handler, inputs } = records('transactions', 'listUserTransactions', page([]));
    mockServer.use(handler);
    renderWithServer(<HistoryScreen />, '/history?type=deposit&currency=EUR&from=2026-11-01&to=soon');
    expect(await screen.findByText('No transactions match this filter.')).toBeDefined();
    expect(inputs).toContainEqual({ limit: 50, type: 'deposit', from: '2026-11-01' });
    // The others are about the months of statements.
    expect(inputs.filter((input) => Object(input).limit === 50)).toHaveLength(1);
  });

  it('has the referral rewards of one run in one row with their sum', async () => {
    const rows = [reward('a/1/1'), reward('b/1/1'), reward('c/1/1', { currency: 'TRX' }), reward('d/1/1')];
    mockServer.use(answers('transactions', 'listUserTransactions', page(rows)));
    renderWithServer(<HistoryScreen />, '/history');
    const sum = await screen.findByTitle('9.000000 USDT');
    expect(sum.closest('summary')?.textContent).toContain('3 rewards of one run');
    expect(screen.getByTitle('3.000000 TRX').closest('summary')).toBeNull();
  });

  it('says on the row of a lost withdrawal that an admin looks into it', async () => {
    const lost = { reason: 'in English', reasonCode: 'payment-lost' } as const;
    const rows = [getTransaction({ _id: 'wdr_1', type: 'withdrawal', ...lost })];
    mockServer.use(answers('transactions', 'listUserTransactions', page(rows)));
    renderWithServer(<HistoryScreen />, '/history');
    expect(await screen.findByText(/An admin looks into it before the money is given back/)).toBeDefined();
  });

  it('gives moves between own balances neither sign nor color', async () => {
    const rows = [getTransaction({ _id: 'inv_1', type: 'investment' }), getTransaction()];
    mockServer.use(answers('transactions', 'listUserTransactions', page(rows)));
    renderWithServer(<HistoryScreen />, '/history');
    const [move, deposit] = await screen.findAllByTitle('100.123456 USDT');
    expect(move?.textContent).toBe('100.123 USDT');
    expect(move?.parentElement?.className).not.toMatch(/positive|negative/);
    expect(deposit?.textContent).toBe('+100.123 USDT');
  });

  it('says when it could not be loaded', async () => {
    mockServer.use(fails('transactions', 'listUserTransactions'));
    renderWithServer(<HistoryScreen />, '/history');
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      expect.stringContaining('Could not load your history.'),
    );
  });
});
