// Goal: every state of a withdrawal on the screen: each mistake at its field before the server is asked, the review, busy, done,
// each refusal, and a lost answer, after which the same request is repeated.
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeTimeouts } from '../testing/press.ts';
import { answers, fails, mockServer, records, waits } from '../testing/render-with-server.tsx';
import { BSC_ADDRESS, figures, TRON_ADDRESS, withdrawalLimits, withdrawalQuote } from '../testing/samples.ts';
import { withMockServer } from '../testing/server-for-tests.ts';
import {
  answerWithdrawals,
  fillWithdrawal,
  openWithdrawal,
  reviewWithdrawal,
  submitWithdrawal,
} from '../testing/withdrawal.tsx';

withMockServer();

const accepted = { message: 'ok', data: { id: 'wdr_1' as const, state: 'requested' as const } };
beforeEach(() => {
  localStorage.clear();
  answerWithdrawals();
});

describe('the withdraw dialog', () => {
  it('says what is available, what it costs and what arrives', async () => {
    await openWithdrawal();
    expect(screen.getByPlaceholderText('Enter USDT BEP20 address')).toBeDefined();
    fillWithdrawal('', '10');
    expect(await screen.findByText('Available Balance: 40.000 USDT. Fee: 0.500 USDT.')).toBeDefined();
    expect(screen.getByTestId('amount-read').textContent).toBe('= 10.000 USDT');
    expect(screen.getByText(/^Withdrawals above 1,000.000 USDT a day are reviewed/)).toBeDefined();
  });

  it.each([
    ['', '', 'Please fill in all fields.', 2],
    [TRON_ADDRESS, '10', 'This is a TRON address; USDT is withdrawn on BSC (BEP20).', 1],
    ['0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '10', 'The capital letters of this BSC', 1],
    ['hello', '10', 'This is not a valid BSC', 1],
    [BSC_ADDRESS, '1e3', 'This is not an amount.', 1],
    [BSC_ADDRESS, '-1', 'This is not an amount.', 1],
    [BSC_ADDRESS, '2,000', 'This amount is ambiguous.', 1],
    [BSC_ADDRESS, '0', 'The amount must be more than zero.', 1],
    [BSC_ADDRESS, '39.500001', 'You can withdraw at most 39.500 USDT now.', 1],
    [BSC_ADDRESS, '0.999999', 'The minimum withdrawal is 1.000 USDT. Enter a larger amount.', 1],
  ])('finds what is wrong with %j and %j', async (address, amount, text, times) => {
    await openWithdrawal();
    fillWithdrawal(address, amount);
    fireEvent.click(screen.getByRole('button', { name: 'Review' }));
    const alerts = await screen.findAllByRole('alert');
    expect(alerts.filter((alert) => alert.textContent.startsWith(text))).toHaveLength(times);
    expect(screen.queryByRole('button', { name: /^Send / })).toBeNull();
  });

  it.each([
    `ethereum:${BSC_ADDRESS}`,
    `ethereum:${BSC_ADDRESS}@97`,
    BSC_ADDRESS.toUpperCase(),
    ` ${BSC_ADDRESS.toLowerCase()} `,
  ])('shows for review, and sends, the plain address of %j', async (typed) => {
    const { handler, inputs } = records('withdrawals', 'withdraw', accepted);
    mockServer.use(handler);
    await openWithdrawal();
    await reviewWithdrawal(typed);
    expect(screen.getByTestId('address').textContent).toBe(BSC_ADDRESS);
    await submitWithdrawal();
    await vi.waitFor(() => expect(inputs).toMatchObject([{ receiverAddress: BSC_ADDRESS }]), {
      timeout: 30_000,
    });
  });

  it('fills in everything that can leave', async () => {
    await openWithdrawal();
    fireEvent.click(screen.getByRole('button', { name: 'All' }));
    expect(screen.getByLabelText('Amount in USDT')).toHaveProperty('value', '39.500000');
  });

  it('shows the address in full before it goes out, and warns of a new one', async () => {
    await openWithdrawal();
    await reviewWithdrawal();
    expect(screen.getByTestId('address').textContent).toBe(BSC_ADDRESS);
    expect(await screen.findByText('First withdrawal to this address. Check every character.')).toBeDefined();
  });

  it.each([
    [{ networkFee: { currency: 'BNB', amount: 123n } } as const, 'up to 0.000123 BNB', false],
    [
      { networkFee: { currency: 'TRX', amount: 1_100_000n }, opensAccount: true } as const,
      'up to 1.100000 TRX',
      true,
    ],
    [{ networkFee: null }, 'unknown right now', false],
  ])('shows what the network takes before it goes out (%#)', async (change, text, opensAccount) => {
    mockServer.use(answers('withdrawals', 'quoteWithdrawal', { ...withdrawalQuote, ...change }));
    await openWithdrawal();
    await reviewWithdrawal();
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByText(/new to TRON/) !== null).toBe(opensAccount);
  });

  it('says before it goes out, and after, that an admin looks at it first', async () => {
    mockServer.use(
      answers('withdrawals', 'quoteWithdrawal', { ...withdrawalQuote, needsReview: true }),
      answers('withdrawals', 'withdraw', { ...accepted, data: { ...accepted.data, state: 'reviewing' } }),
    );
    await openWithdrawal();
    await reviewWithdrawal();
    expect(await screen.findByText(/^An admin reviews this before anything is sent/)).toBeDefined();
    await submitWithdrawal();
    expect(await screen.findByText(/An admin reviews it before anything is sent\. Until then/)).toBeDefined();
    expect(screen.queryByText(/Successful/)).toBeNull();
  });

  it('knows of the review by the limits of today while the quote does not come', async () => {
    mockServer.use(
      fails('withdrawals', 'quoteWithdrawal'),
      answers('withdrawals', 'getWithdrawalLimits', {
        data: [{ ...withdrawalLimits, withoutReview: 9_999_999n }],
      }),
    );
    await openWithdrawal();
    await reviewWithdrawal();
    expect(screen.getByText(/^An admin reviews this before anything is sent/)).toBeDefined();
  });

  it('asks for the code at once where the quote says that it is needed', async () => {
    mockServer.use(answers('withdrawals', 'quoteWithdrawal', { ...withdrawalQuote, needsCode: true }));
    await openWithdrawal();
    await reviewWithdrawal();
    expect(await screen.findByLabelText('Code of your app, or a recovery code')).toBeDefined();
  });

  it('offers the allowlist and the addresses that were paid before, and not what has to wait', async () => {
    const entry = { id: 'ale_1' as const, currency: 'USDT' as const, address: BSC_ADDRESS, label: 'Cold' };
    const recent = '0x52908400098527886E0F7030069857D2E4169EE7';
    mockServer.use(
      answers('withdrawals', 'getWithdrawalLimits', {
        data: [{ ...withdrawalLimits, recentAddresses: [recent] }],
      }),
      answers('allowlist', 'getAllowlist', {
        allowlistOnly: false,
        offAt: null,
        entries: [
          { ...entry, usableAt: figures.now - 1 },
          { ...entry, id: 'ale_2', label: 'New', usableAt: figures.now + 1 },
        ],
      }),
    );
    await openWithdrawal();
    fireEvent.click(await screen.findByRole('button', { name: /^Cold/ }));
    expect(screen.getByLabelText('Withdraw Address')).toHaveProperty('value', BSC_ADDRESS);
    expect(screen.getByRole('button', { name: /^New/ })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: /^Recent/ }));
    expect(screen.getByLabelText('Withdraw Address')).toHaveProperty('value', recent);
  });

  it('lets a withdrawal go out while the network does not say what it takes', async () => {
    mockServer.use(fails('withdrawals', 'quoteWithdrawal'));
    await openWithdrawal();
    await reviewWithdrawal();
    expect(await screen.findByText('unknown right now')).toBeDefined();
    expect(screen.getByRole('button', { name: /^Send / })).toHaveProperty('disabled', false);
  });

  it('does not warn of an address that was paid before', async () => {
    mockServer.use(answers('withdrawals', 'quoteWithdrawal', { ...withdrawalQuote, isNewPayee: false }));
    await openWithdrawal();
    await reviewWithdrawal();
    await screen.findByText('up to 0.000123 BNB');
    expect(screen.queryByText(/First time/)).toBeNull();
  });

  it('asks for a code where the server wants one, looks at it first, and says when it was wrong', async () => {
    const message = 'This code is wrong or was already used. Wait for the next one and enter it.';
    mockServer.use(
      fails('withdrawals', 'withdraw', { message: 'x', poolCode: 'TWO_FACTOR_REQUIRED', status: 401 }),
    );
    await openWithdrawal();
    await reviewWithdrawal();
    await submitWithdrawal();
    const field = await screen.findByLabelText('Code of your app, or a recovery code');
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole('alert')).toBeNull();
    await submitWithdrawal();
    expect(await screen.findByText(/^The code of the app has 6 digits/)).toBeDefined();
    mockServer.use(
      fails('withdrawals', 'withdraw', { message, poolCode: 'TWO_FACTOR_INVALID', status: 401 }),
    );
    fireEvent.change(field, { target: { value: '000000' } });
    await submitWithdrawal();
    expect(await screen.findByText(message)).toBeDefined();
    const { handler, inputs } = records('withdrawals', 'withdraw', accepted);
    mockServer.use(handler);
    fireEvent.change(field, { target: { value: ' 123456 ' } });
    await submitWithdrawal();
    await screen.findByText(/^Your request is in|^Withdrawal/);
    expect(inputs).toMatchObject([{ receiverAddress: BSC_ADDRESS, totp: '123456' }]);
  });

  it('goes back and shows the new fee after it changed', async () => {
    await openWithdrawal();
    await reviewWithdrawal();
    mockServer.use(
      fails('withdrawals', 'withdraw', { message: 'Read again.', poolCode: 'TERMS_CHANGED', status: 409 }),
      answers('withdrawals', 'getWithdrawalLimits', { data: [{ ...withdrawalLimits, fee: 700_000n }] }),
    );
    await submitWithdrawal();
    expect(await screen.findByText(/Fee: 0.700 USDT/)).toBeDefined();
    const { handler, inputs } = records('withdrawals', 'withdraw', accepted);
    mockServer.use(handler);
    fireEvent.click(screen.getByRole('button', { name: 'Review' }));
    await screen.findByRole('button', { name: /^Send / });
    await submitWithdrawal();
    await screen.findByText(/Withdrawal Successful!/);
    expect(inputs).toMatchObject([{ amount: '10', fee: '0.700000' }]);
  });

  it('goes back with what was typed', async () => {
    await openWithdrawal();
    await reviewWithdrawal();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText('Withdraw Address')).toHaveProperty('value', BSC_ADDRESS);
  });

  it('is busy after Submit, and asks the server once', async () => {
    await openWithdrawal();
    const { handler, countCalls } = waits('withdrawals', 'withdraw');
    mockServer.use(handler);
    await reviewWithdrawal();
    await submitWithdrawal();
    fireEvent.click(await screen.findByRole('button', { name: /^Send /, busy: true }));
    expect(countCalls()).toBe(1);
  });

  it('says that the request is in, and closes', async () => {
    const onClose = vi.fn();
    await openWithdrawal(onClose);
    mockServer.use(answers('withdrawals', 'withdraw', accepted));
    await reviewWithdrawal();
    await submitWithdrawal();
    fakeTimeouts();
    expect(
      await screen.findByText('Withdrawal Successful! Your request is in. The network confirms it next.'),
    ).toBeDefined();
    await vi.advanceTimersByTimeAsync(1_600);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['INSUFFICIENT_BALANCE', 'You can withdraw at most 5 USDT now. Enter a smaller amount.'],
    ['POOL_DAILY_CAP', 'The pool has reached its limit of USDT withdrawals for today.'],
    ['PAYOUTS_PAUSED', 'Payouts are stopped while the operator investigates.'],
    ['ADDRESS_FORBIDDEN', 'The pool cannot pay to this address.'],
    ['WITHDRAWAL_BELOW_MINIMUM', 'The minimum withdrawal is 1 USDT.'],
  ])('goes back to the form after %s, with the words of the server', async (poolCode, message) => {
    await openWithdrawal();
    mockServer.use(fails('withdrawals', 'withdraw', { message, poolCode, status: 422 }));
    await reviewWithdrawal();
    await submitWithdrawal();
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', message);
    expect(screen.getByRole('button', { name: 'Review' })).toBeDefined();
  });
});
