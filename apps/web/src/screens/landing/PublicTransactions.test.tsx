// Goal: every state of the public list is told apart: loading, empty, failed, filled.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answers, fails, mockServer, renderWithServer } from '../../testing/render-with-server.tsx';
import { PublicTransactions } from './PublicTransactions.tsx';

beforeAll(() => mockServer.listen());
afterEach(() => {
  cleanup();
  mockServer.resetHandlers();
});
afterAll(() => mockServer.close());

const meta = { page: 1, limit: 10, total: 0, next: null };

describe('the public list of deposits', () => {
  it('says when there are none', async () => {
    mockServer.use(answers('transactions', 'listPublicTransactions', { data: [], meta }));
    renderWithServer(<PublicTransactions title="Deposits" type="deposit" />);
    expect(await screen.findByText('No transactions found')).toBeDefined();
  });

  it('says when they could not be loaded, and tries again', async () => {
    mockServer.use(fails('transactions', 'listPublicTransactions'));
    renderWithServer(<PublicTransactions title="Deposits" type="deposit" />);
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      expect.stringContaining('Could not load transactions.'),
    );
    mockServer.use(answers('transactions', 'listPublicTransactions', { data: [], meta }));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No transactions found')).toBeDefined();
  });

  it('shows hash, receiver and amount', async () => {
    const row = {
      _id: 'dep_1',
      type: 'deposit',
      amount: 100_123_456n,
      currency: 'USDT' as const,
      txHash: `0x${'ab'.repeat(32)}`,
      to: '0x5aAeb605…E7Ef1BeAed',
      network: 'BSC' as const,
      timestamp: 0,
      status: 'success',
      reason: null,
      waitingFor: null,
    };
    mockServer.use(
      answers('transactions', 'listPublicTransactions', { data: [row], meta: { ...meta, total: 1 } }),
    );
    renderWithServer(<PublicTransactions title="Deposits" type="deposit" />);
    expect(await screen.findByTitle('100.123456 USDT')).toHaveProperty('textContent', '100.123 USDT');
    expect(screen.getByText('0xabababab…ababababab')).toBeDefined();
  });
});
