// Goal: every answer to 'Where is my deposit?' says what happened and what to do; a hash that is none never reaches the server.
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { DepositFateView } from '../../api/trpc.ts';
import { answers, fails, mockServer, renderWithServer } from '../../testing/render-with-server.tsx';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { DepositFinder } from './DepositFinder.tsx';

withMockServer();

const HASH = `0x${'ab'.repeat(32)}`;

function look(txHash = HASH): void {
  renderWithServer(<DepositFinder network="BSC" />);
  fireEvent.change(screen.getByLabelText('Transaction hash on BSC'), { target: { value: txHash } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
}

function found(fate: DepositFateView['fate'], change: Partial<DepositFateView> = {}) {
  const data = {
    fate,
    currency: 'USDT',
    amount: null,
    isBelowMinimum: false,
    blockHeight: null,
    creditedAt: null,
  };
  return answers('deposits', 'findDeposit', { data: { ...data, currency: 'USDT', ...change } });
}

describe('the search for a deposit', () => {
  it.each([
    ['credited', /^Credited: 60.000 USDT/],
    ['confirming', /^Seen on chain: 60.000 USDT/],
    ['missed', /^Found: 60.000 USDT/],
    ['not-to-us', /sends nothing to a deposit address of this pool/],
    ['other-token', /Only USDT is credited here/],
    ['contract-call', /calls a contract, and no payment/],
    ['failed', /failed on chain: nothing was moved/],
    ['pending', /no block holds it yet/],
    ['unknown', /The BSC node does not know this transaction/],
  ] as const)('says what %s means', async (fate, text) => {
    mockServer.use(found(fate, { amount: 60_000_000n }));
    look();
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('says when it is too little to invest', async () => {
    mockServer.use(found('credited', { amount: 1_000_000n, isBelowMinimum: true }));
    look();
    expect(await screen.findByText(/It is less than an investment needs/)).toBeDefined();
  });

  it('finds a wrong hash before the server is asked', async () => {
    look('0x1234');
    expect(await screen.findByText(/^A transaction hash has 64 characters/)).toBeDefined();
  });

  it('says that an unanswered search changes nothing', async () => {
    mockServer.use(fails('deposits', 'findDeposit'));
    look();
    expect(await screen.findByText(/Your deposit is not affected/)).toBeDefined();
  });
});
