// Goal: every state of a withdrawal on the screen: each mistake at its field before the server is asked, the review, busy, done,
// each refusal, and a lost answer, after which the same request is repeated.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answers,
  fails,
  loses,
  mockServer,
  records,
  renderWithServer,
  waits,
} from '../testing/render-with-server.tsx';
import { BSC_ADDRESS, TRON_ADDRESS, transactionOf, walletOf } from '../testing/samples.ts';
import { withMockServer } from '../testing/server-for-tests.ts';
import { WithdrawDialog } from './withdraw.tsx';

withMockServer();

const accepted = { message: 'ok', data: { id: 'wdr_1' as const, state: 'requested' as const } };
const history = (data: ReturnType<typeof transactionOf>[]) =>
  answers('transactions', 'listUserTransactions', {
    data,
    meta: { page: 1, limit: 100, total: data.length, next: null },
  });

beforeEach(() => {
  sessionStorage.clear();
  mockServer.use(
    answers('withdrawals', 'getWithdrawalTerms', [
      { currency: 'USDT', minimum: 1_000_000n, fee: 500_000n },
      { currency: 'TRX', minimum: 10_000_000n, fee: 0n },
    ]),
    answers('withdrawals', 'quoteWithdrawal', { feeCurrency: 'BNB', networkFee: 123n, opensAccount: false }),
    history([]),
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

describe('the withdraw dialog', () => {
  it('says what is available, what it costs and what arrives', async () => {
    await open();
    expect(screen.getByPlaceholderText('Enter USDT BEP20 address')).toBeDefined();
    fill('', '10');
    expect(
      await screen.findByText(
        'Available Balance: 40.000 USDT. Fee: 0.500 USDT. The address receives 10.000 USDT.',
      ),
    ).toBeDefined();
  });

  it.each([
    ['', '', 'Please fill in all fields.', 2],
    [TRON_ADDRESS, '10', 'This is a TRON address; USDT is withdrawn on BSC (BEP20).', 1],
    ['0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '10', 'The capital letters of this BSC', 1],
    ['hello', '10', 'This is not a valid BSC', 1],
    [BSC_ADDRESS, '1e3', 'Write the amount as a plain number', 1],
    [BSC_ADDRESS, '-1', 'Write the amount as a plain number', 1],
    [BSC_ADDRESS, '0', 'The amount must be more than zero.', 1],
    [BSC_ADDRESS, '39.500001', 'You can withdraw at most 39.500 USDT now.', 1],
    [BSC_ADDRESS, '0.999999', 'The minimum withdrawal is 1.000 USDT. Enter a larger amount.', 1],
  ])('finds what is wrong with %j and %j', async (address, amount, text, times) => {
    await open();
    fill(address, amount);
    fireEvent.click(screen.getByRole('button', { name: 'Review' }));
    const alerts = await screen.findAllByRole('alert');
    expect(alerts.filter((alert) => alert.textContent.startsWith(text))).toHaveLength(times);
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  });

  it('fills in everything that can leave', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'All' }));
    expect(screen.getByLabelText('Amount in USDT')).toHaveProperty('value', '39.500000');
  });

  it('shows the address in full before it goes out, and warns of a new one', async () => {
    await open();
    await review();
    expect(screen.getByTestId('address').textContent).toBe(BSC_ADDRESS);
    expect(await screen.findByText('First time to this address. Check every character.')).toBeDefined();
  });

  it.each([
    [{ feeCurrency: 'BNB', networkFee: 123n, opensAccount: false } as const, 'up to 0.000123 BNB', false],
    [{ feeCurrency: 'TRX', networkFee: 1_100_000n, opensAccount: true } as const, 'up to 1.100000 TRX', true],
    [{ feeCurrency: 'BNB', networkFee: null, opensAccount: false } as const, 'not known right now', false],
  ])('shows what the network takes before it goes out', async (quote, text, opensAccount) => {
    mockServer.use(answers('withdrawals', 'quoteWithdrawal', quote));
    await open();
    await review();
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByText(/new to TRON/) !== null).toBe(opensAccount);
  });

  it('can go out while the network does not say what it takes', async () => {
    mockServer.use(fails('withdrawals', 'quoteWithdrawal'));
    await open();
    await review();
    expect(await screen.findByText('not known right now')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Submit' })).toHaveProperty('disabled', false);
  });

  it('does not warn of an address that was paid before', async () => {
    mockServer.use(history([transactionOf({ type: 'withdrawal' })]));
    await open();
    await review();
    await waitFor(() => expect(screen.queryByText(/First time/)).toBeNull());
  });

  it('asks for a code where the server wants one, looks at it first, and says when it was wrong', async () => {
    const message = 'This code is wrong or was used already. Wait for the next one and enter it.';
    mockServer.use(
      fails('withdrawals', 'withdraw', { message: 'x', poolCode: 'SECOND_FACTOR_REQUIRED', status: 401 }),
    );
    await open();
    await review();
    submit();
    const field = await screen.findByLabelText('Code of your app, or a recovery code');
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole('alert')).toBeNull();
    submit();
    expect(await screen.findByText(/^The code of the app has 6 digits/)).toBeDefined();
    mockServer.use(
      fails('withdrawals', 'withdraw', { message, poolCode: 'SECOND_FACTOR_INVALID', status: 401 }),
    );
    fireEvent.change(field, { target: { value: '000000' } });
    submit();
    expect(await screen.findByText(message)).toBeDefined();
    const { handler, inputs } = records('withdrawals', 'withdraw', accepted);
    mockServer.use(handler);
    fireEvent.change(field, { target: { value: ' 123456 ' } });
    submit();
    await screen.findByText(/^Your request is in|^Withdrawal/);
    expect(inputs).toMatchObject([{ receiverAddress: BSC_ADDRESS, totp: '123456' }]);
  });

  it('goes back with what was typed', async () => {
    await open();
    await review();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText('Withdraw Address')).toHaveProperty('value', BSC_ADDRESS);
  });

  it('is busy after Submit, and asks the server once', async () => {
    await open();
    const { handler, countCalls } = waits('withdrawals', 'withdraw');
    mockServer.use(handler);
    await review();
    submit();
    submit();
    await screen.findByRole('button', { name: 'Submit', busy: true });
    expect(countCalls()).toBe(1);
  });

  it('says that the request is in, and closes', async () => {
    const onClose = vi.fn();
    await open(onClose);
    mockServer.use(answers('withdrawals', 'withdraw', accepted));
    await review();
    submit();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    expect(
      await screen.findByText('Withdrawal Successful! Your request is in. The network confirms it next.'),
    ).toBeDefined();
    await vi.advanceTimersByTimeAsync(1_600);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['INSUFFICIENT_BALANCE', 'You can withdraw at most 5 USDT now. Enter a smaller amount.'],
    ['POOL_DAILY_CAP', 'The pool has reached its limit of USDT withdrawals for today.'],
    ['PAYOUTS_PAUSED', 'Payouts are stopped until the operator has looked into something.'],
    ['ADDRESS_FORBIDDEN', 'The pool cannot pay to this address.'],
    ['WITHDRAWAL_BELOW_MINIMUM', 'The minimum withdrawal is 1 USDT.'],
  ])('goes back to the form after %s, with the words of the server', async (poolCode, message) => {
    await open();
    mockServer.use(fails('withdrawals', 'withdraw', { message, poolCode, status: 422 }));
    await review();
    submit();
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', message);
    expect(screen.getByRole('button', { name: 'Review' })).toBeDefined();
  });

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
