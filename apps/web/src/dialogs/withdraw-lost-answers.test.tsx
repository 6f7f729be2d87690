// Goal: a withdrawal whose answer was lost is never called failed, and asking again is the same request, until an answer came.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  answers,
  fails,
  loses,
  mockServer,
  records,
  renderWithServer,
} from '../testing/render-with-server.tsx';
import {
  BSC_ADDRESS,
  figures,
  secondFactor,
  walletOf,
  withdrawalLimits,
  withdrawalQuote,
} from '../testing/samples.ts';
import { withMockServer } from '../testing/server-for-tests.ts';
import { WithdrawDialog } from './withdraw.tsx';

withMockServer();

const accepted = { message: 'ok', data: { id: 'wdr_1' as const, state: 'requested' as const } };
beforeEach(() => {
  sessionStorage.clear();
  mockServer.use(
    answers('withdrawals', 'getWithdrawalLimits', { data: [withdrawalLimits] }),
    answers('withdrawals', 'quoteWithdrawal', withdrawalQuote),
    answers('users', 'getSecondFactor', secondFactor),
    answers('payees', 'getAddressBook', { paysListedOnly: false, payees: [] }),
    answers('transparency', 'getPoolFigures', figures),
  );
});

async function open(onClose = (): void => undefined): Promise<void> {
  renderWithServer(<WithdrawDialog wallets={[walletOf('USDT')]} currency="USDT" onClose={onClose} />);
  await screen.findByText(/Fee: 0.500 USDT/);
}

function fill(address: string, amount: string): void {
  fireEvent.change(screen.getByLabelText('Withdraw Address'), { target: { value: address } });
  fireEvent.change(screen.getByLabelText('Amount in USDT'), { target: { value: amount } });
}

async function review(address = BSC_ADDRESS, amount = '10'): Promise<void> {
  fill(address, amount);
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  await screen.findByRole('button', { name: 'Submit' });
}

const submit = (): boolean => fireEvent.click(screen.getByRole('button', { name: 'Submit' }));

describe('a withdrawal without an answer', () => {
  it('stays at the review after a lost answer, says that it may be on its way, and repeats the same request', async () => {
    await open();
    const lost = loses('withdrawals', 'withdraw');
    mockServer.use(lost.handler);
    await review();
    submit();
    await screen.findByText(/^No answer came\. The withdrawal may be on its way/);
    expect(screen.queryByText(/failed/i)).toBeNull();
    const { handler, inputs, keys } = records('withdrawals', 'withdraw', accepted);
    mockServer.use(handler);
    submit();
    await screen.findByText(/Withdrawal Successful!/);
    expect(inputs).toEqual([{ receiverAddress: BSC_ADDRESS, amount: '10', currency: 'USDT' }]);
    expect(keys).toEqual(lost.keys);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it('repeats the same request from a dialog that was closed and opened again, until an answer came', async () => {
    const lost = loses('withdrawals', 'withdraw');
    const answered = records('withdrawals', 'withdraw', accepted);
    const submitAnew = async (amount = '10'): Promise<void> => {
      cleanup();
      await open();
      await review(BSC_ADDRESS, amount);
      submit();
    };
    mockServer.use(lost.handler);
    await submitAnew();
    await screen.findByText(/^No answer came/);
    await submitAnew('11');
    await screen.findByText(/^No answer came/);
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

  it('repeats the same request after the server failed itself', async () => {
    await open();
    mockServer.use(
      fails('withdrawals', 'withdraw', {
        message: 'Something went wrong.',
        poolCode: 'INTERNAL',
        status: 500,
      }),
    );
    await review();
    submit();
    await screen.findByText('Something went wrong.');
    const stored = sessionStorage.getItem('glasspool.request-keys') ?? '';
    expect(stored).toContain('withdrawals.withdraw');
    expect(stored).not.toContain('totp');
  });
});
