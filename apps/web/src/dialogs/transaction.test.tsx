// Goal: a row of the history opens to all that is known of it, with hash and address in full.
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { TransactionView } from '../api/trpc.ts';
import { renderWithServer } from '../testing/render-with-server.tsx';
import { BSC_ADDRESS, transactionOf } from '../testing/samples.ts';
import { withMockServer } from '../testing/server-for-tests.ts';
import { TransactionDialog } from './transaction.tsx';

withMockServer();

const open = (row: TransactionView): void =>
  void renderWithServer(<TransactionDialog row={row} onClose={() => undefined} />);

describe('the details of a transaction', () => {
  it('show hash and address in full', () => {
    open(transactionOf());
    const texts = screen.getAllByTestId('address').map((element) => element.textContent);
    expect(texts).toEqual([BSC_ADDRESS, `0x${'ab'.repeat(32)}`]);
    expect(screen.getByRole('button', { name: 'Copy the transaction hash' })).toBeDefined();
    expect(screen.getByText('Success')).toBeDefined();
  });

  it('say why a withdrawal failed, with a true minus', () => {
    const reason = 'The network did not take the transfer in time. The money is back in your balance.';
    open(transactionOf({ type: 'withdrawal', status: 'failed', reason }));
    expect(screen.getByText(reason)).toBeDefined();
    expect(screen.getByTitle('100.123456 USDT').textContent).toBe('−100.123 USDT');
    expect(screen.getByText('Failed, money returned')).toBeDefined();
  });

  it('say where a reward comes from', () => {
    open(transactionOf({ type: 'daily_payout', txHash: null, to: null }));
    expect(screen.getByRole('heading', { name: 'Daily profit payout' })).toBeDefined();
    expect(screen.getByText(/never out of a deposit/)).toBeDefined();
    expect(screen.queryByTestId('address')).toBeNull();
  });

  it('name a type and a status that they do not know as they are', () => {
    open(transactionOf({ type: 'fee_return', status: 'odd' }));
    expect(screen.getByRole('heading', { name: 'Fee return' })).toBeDefined();
    expect(screen.getByText('odd')).toBeDefined();
  });
});
