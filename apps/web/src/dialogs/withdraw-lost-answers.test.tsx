// Goal: a withdrawal whose answer was lost is never called failed, and asking again is the same request, until an answer came.
import { cleanup, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notify } from '../api/notify.ts';
import {
  answers,
  fails,
  loses,
  mockServer,
  records,
  renderWithServer,
} from '../testing/render-with-server.tsx';
import { BSC_ADDRESS, getWallet, withdrawalLimits } from '../testing/samples.ts';
import { withMockServer } from '../testing/server-for-tests.ts';
import {
  answerWithdrawals,
  openWithdrawal,
  reviewWithdrawal,
  submitWithdrawal,
} from '../testing/withdrawal.tsx';
import { WithdrawDialog } from './withdraw.tsx';

withMockServer();

const REPEATS = /^You asked for exactly this before, and no answer arrived/;
const accepted = { message: 'ok', data: { id: 'wdr_1' as const, state: 'requested' as const } };
beforeEach(() => {
  localStorage.clear();
  answerWithdrawals();
});

/** Submits a withdrawal whose answer is lost, and returns what was recorded of it. */
async function loseAnswer() {
  const lost = loses('withdrawals', 'withdraw');
  mockServer.use(lost.handler);
  await openWithdrawal();
  await reviewWithdrawal();
  expect(screen.queryByText(REPEATS)).toBeNull();
  await submitWithdrawal();
  await screen.findByText(/^No answer arrived\. The withdrawal may have been made/);
  return lost;
}

describe('a withdrawal without an answer', () => {
  it('stays at the review after a lost answer, says that it may be on its way, and repeats the same request', async () => {
    const lost = await loseAnswer();
    expect(screen.queryByText(/failed/i)).toBeNull();
    // A week later as well: it may be there already.
    await screen.findByText(REPEATS);
    const { handler, inputs, keys } = records('withdrawals', 'withdraw', accepted);
    mockServer.use(handler);
    const told = vi.spyOn(notify, 'success');
    await submitWithdrawal();
    await screen.findByText(/Withdrawal Successful!/);
    expect(told).toHaveBeenCalledWith(expect.stringContaining('It counts once.'));
    expect(inputs).toEqual([
      { receiverAddress: BSC_ADDRESS, amount: '10', currency: 'USDT', fee: '0.500000' },
    ]);
    expect(keys).toEqual(lost.keys);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });

  it('repeats the same request from a dialog that was closed and opened again, until an answer came', async () => {
    const lost = loses('withdrawals', 'withdraw');
    const answered = records('withdrawals', 'withdraw', accepted);
    const submitAnew = async (amount = '10'): Promise<void> => {
      cleanup();
      await openWithdrawal();
      await reviewWithdrawal(BSC_ADDRESS, amount);
      await submitWithdrawal();
    };
    mockServer.use(lost.handler);
    await submitAnew();
    await screen.findByText(/^No answer arrived/);
    await submitAnew('11');
    await screen.findByText(/^No answer arrived/);
    mockServer.use(answered.handler);
    await submitAnew();
    await screen.findByText(/Withdrawal Successful!/);
    await submitAnew();
    await screen.findByText(/Withdrawal Successful!/);
    const [first, ofEleven] = lost.keys;
    expect(first).not.toBe(ofEleven);
    expect(answered.keys[0]).toBe(first);
    expect(new Set([...lost.keys, ...answered.keys]).size).toBe(3);
  });

  it.each([
    ['RATE_LIMITED', 429],
    ['NOT_SIGNED_IN', 401],
  ])('repeats the same request after one that was turned away with %s', async (poolCode, status) => {
    const lost = await loseAnswer();
    mockServer.use(fails('withdrawals', 'withdraw', { message: 'Turned away.', poolCode, status }));
    await submitWithdrawal();
    await screen.findByText('Turned away.');
    cleanup();
    await openWithdrawal();
    const { handler, keys } = records('withdrawals', 'withdraw', accepted);
    mockServer.use(handler);
    await reviewWithdrawal();
    await submitWithdrawal();
    await screen.findByText(/Withdrawal Successful!/);
    expect(keys).toEqual(lost.keys);
  });

  it('repeats the same request where another fee is shown by then', async () => {
    const lost = await loseAnswer();
    cleanup();
    const { handler, inputs, keys } = records('withdrawals', 'withdraw', accepted);
    mockServer.use(
      handler,
      answers('withdrawals', 'getWithdrawalLimits', { data: [{ ...withdrawalLimits, fee: 700_000n }] }),
    );
    renderWithServer(
      <WithdrawDialog wallets={[getWallet('USDT')]} currency="USDT" onClose={() => undefined} />,
    );
    await screen.findByText(/Fee: 0.700 USDT/);
    await reviewWithdrawal();
    await submitWithdrawal();
    await screen.findByText(/Withdrawal Successful!/);
    expect(inputs).toMatchObject([{ fee: '0.700000' }]);
    expect(keys).toEqual(lost.keys);
  });

  it('repeats the same request after the server failed itself', async () => {
    await openWithdrawal();
    mockServer.use(
      fails('withdrawals', 'withdraw', {
        message: 'Something went wrong.',
        poolCode: 'INTERNAL',
        status: 500,
      }),
    );
    await reviewWithdrawal();
    await submitWithdrawal();
    await screen.findByText('Something went wrong.');
    const stored = localStorage.getItem('glasspool.request-keys') ?? '';
    expect(stored).toContain('withdrawals.withdraw');
    expect(stored).not.toContain('totp');
  });
});
