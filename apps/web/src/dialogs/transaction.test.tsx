// Goal: a row of the history opens to all that is known of it, with hash and address in full.
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RewardReceiptView, TransactionView } from '../api/trpc.ts';
import { answers, fails, mockServer, renderWithServer } from '../testing/render-with-server.tsx';
import { BSC_ADDRESS, getTransaction } from '../testing/samples.ts';
import { withMockServer } from '../testing/server-for-tests.ts';
import { TransactionDialog } from './transaction.tsx';

withMockServer();

const RUN_AT = Date.UTC(2026, 10, 20);
const rewardReceipt: RewardReceiptView = {
  due: 2_000_000n,
  paid: 500_000n,
  run: {
    id: 'run_1',
    currency: 'USDT',
    termsVersion: 1,
    state: 'closed',
    runAt: RUN_AT,
    investments: 2,
    principal: 200_000_000n,
    due: 4_000_000n,
    paid: 1_000_000n,
    referralDue: 0n,
    referralPaid: 0n,
    sharePpb: 250_000_000,
    referralSharePpb: 1_000_000_000,
    root: 'ab'.repeat(32),
    targetRatePpb: 20_000_000,
    effectiveRatePpb: 5_000_000,
    reserveBefore: 1_000_000n,
    reserveAfter: 0n,
  },
  proof: null,
  sources: {
    currency: 'USDT',
    received: 1_000_000n,
    funded: 1_000_000n,
    receipts: [{ network: 'BSC', txHash: '0xfeed', amount: 1_000_000n, creditedAt: RUN_AT }],
    fundings: [{ amount: 1_000_000n, createdAt: RUN_AT }],
  },
};

const open = (row: TransactionView): void =>
  void renderWithServer(<TransactionDialog row={row} onClose={() => undefined} />);

describe('the dialog of a transaction', () => {
  it('shows hash and address in full', () => {
    open(getTransaction());
    const texts = screen.getAllByTestId('address').map((element) => element.textContent);
    expect(texts).toEqual([BSC_ADDRESS, `0x${'ab'.repeat(32)}`]);
    expect(screen.getByRole('button', { name: 'Copy the transaction hash' })).toBeDefined();
    expect(screen.getByText('Success')).toBeDefined();
  });

  it('says why a withdrawal failed, with a true minus', () => {
    const reason = 'The network did not take the transfer in time. The money is back in your balance.';
    open(getTransaction({ type: 'withdrawal', status: 'failed', reason, reasonCode: 'not-taken' }));
    expect(screen.getByText(reason)).toBeDefined();
    expect(screen.getByTitle('100.123456 USDT').textContent).toBe('−100.123 USDT');
    expect(screen.getByText('Failed, money returned')).toBeDefined();
  });

  it('opens a reward to its run and to what funded the reserve', async () => {
    mockServer.use(answers('transactions', 'getRewardReceipt', rewardReceipt));
    open(getTransaction({ type: 'daily_payout', txHash: null, to: null }));
    expect(screen.getByRole('heading', { name: 'Daily profit payout' })).toBeDefined();
    expect(screen.getByText(/never from a deposit/)).toBeDefined();
    await screen.findByRole('heading', { name: 'Source of this payment' });
    for (const rate of ['2 %', '0.5 %']) expect(screen.getByText(rate)).toBeDefined();
    for (const amount of ['2.000000 USDT', '1.000000 USDT', '0.000000 USDT'])
      expect(screen.getAllByTitle(amount).length).toBeGreaterThan(0);
    expect(screen.getByText('0xfeed')).toBeDefined();
  });

  it('says that the run of a reward could not be read, and tries again', async () => {
    mockServer.use(fails('transactions', 'getRewardReceipt'));
    open(getTransaction({ type: 'referral_reward', txHash: null, to: null }));
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(screen.getByText(/^Could not load the run of this reward/)).toBeDefined();
  });

  it('names a type and a status that it does not know as they are', () => {
    open(getTransaction({ type: 'fee_return', status: 'odd' }));
    expect(screen.getByRole('heading', { name: 'Fee return' })).toBeDefined();
    expect(screen.getByText('odd')).toBeDefined();
  });
});
