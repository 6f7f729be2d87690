// Goal: every state of the transfer of referral rewards: both destinations, each mistake, busy, done, each refusal.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeTimeouts, pressMoneyButton } from '../testing/press.ts';
import {
  answers,
  fails,
  mockServer,
  records,
  renderWithServer,
  waits,
} from '../testing/render-with-server.tsx';
import { figures } from '../testing/samples.ts';
import { withMockServer } from '../testing/server-for-tests.ts';
import { TransferReferralDialog } from './transfer-referral.tsx';

withMockServer();

function open(onClose = (): void => undefined): void {
  mockServer.use(answers('transparency', 'getPoolFigures', figures));
  renderWithServer(<TransferReferralDialog currency="USDT" available={12_345_678n} onClose={onClose} />);
}

const amount = (): HTMLElement => screen.getByLabelText('Amount in USDT');
const chooseInvestment = (): boolean =>
  fireEvent.change(screen.getByLabelText('Destination'), { target: { value: 'toInvest' } });
const transfer = (): Promise<void> => pressMoneyButton('Transfer');

describe('the transfer dialog', () => {
  it('says what can be moved and where to', () => {
    open();
    expect(
      screen.getByText(
        'Transfer your referral earnings to either withdrawable balance or investment balance.',
      ),
    ).toBeDefined();
    expect(screen.getByText('Available: 12.345 USDT')).toBeDefined();
  });

  it.each([
    ['', 'Please fill in all fields.'],
    ['1e5', 'This is not an amount.'],
    ['2,000', 'This amount is ambiguous.'],
    ['0', 'The amount must be more than zero.'],
  ])('refuses %j at its field', async (text, message) => {
    open();
    fireEvent.change(amount(), { target: { value: text } });
    await transfer();
    expect((await screen.findByRole('alert')).textContent).toContain(message);
  });

  it('moves all of it into an investment', async () => {
    const onClose = vi.fn();
    open(onClose);
    const { handler, inputs, keys } = records('referrals', 'transferReferral', {
      message: 'Transfer successful!',
    });
    mockServer.use(handler);
    fireEvent.click(screen.getByRole('button', { name: 'All' }));
    chooseInvestment();
    expect(await screen.findByText('30 days')).toBeDefined();
    await transfer();
    fakeTimeouts();
    expect(await screen.findByText('Transfer Successful!')).toBeDefined();
    expect(inputs).toEqual([
      { amount: '12.345678', destination: 'toInvest', currency: 'USDT', termsVersion: 1 },
    ]);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    await vi.advanceTimersByTimeAsync(1_600);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('shows the terms before an investment alone, and waits for them', async () => {
    open();
    expect(screen.queryByText('30 days')).toBeNull();
    const { handler } = waits('transparency', 'getPoolFigures');
    cleanup();
    mockServer.use(handler);
    renderWithServer(
      <TransferReferralDialog currency="USDT" available={12_345_678n} onClose={() => undefined} />,
    );
    chooseInvestment();
    expect(screen.getByRole('button', { name: 'Transfer' })).toHaveProperty('disabled', true);
    mockServer.use(answers('transparency', 'getPoolFigures', figures));
    cleanup();
    open();
    chooseInvestment();
    fireEvent.change(amount(), { target: { value: '10' } });
    expect(await screen.findByText('30 days')).toBeDefined();
    expect(screen.getByText('2 % a day = 0.200 USDT')).toBeDefined();
  });

  it('shows the new terms, and agrees to those, after they changed', async () => {
    open();
    chooseInvestment();
    fireEvent.change(amount(), { target: { value: '10' } });
    await screen.findByText('30 days');
    mockServer.use(
      fails('referrals', 'transferReferral', {
        poolCode: 'TERMS_CHANGED',
        message: 'Read again.',
        status: 409,
      }),
      answers('transparency', 'getPoolFigures', {
        ...figures,
        terms: { ...figures.terms, version: 2, termDays: 60 },
      }),
    );
    await transfer();
    expect(await screen.findByText('60 days')).toBeDefined();
    const { handler, inputs } = records('referrals', 'transferReferral', { message: 'Transfer successful!' });
    mockServer.use(handler);
    await transfer();
    await screen.findByText('Transfer Successful!');
    expect(inputs).toMatchObject([{ termsVersion: 2 }]);
  });

  it('is busy meanwhile, and asks the server once', async () => {
    open();
    const { handler, countCalls } = waits('referrals', 'transferReferral');
    mockServer.use(handler);
    fireEvent.click(screen.getByRole('button', { name: 'All' }));
    await transfer();
    fireEvent.click(await screen.findByRole('button', { name: 'Transfer', busy: true }));
    expect(countCalls()).toBe(1);
    expect(amount()).toHaveProperty('disabled', true);
  });

  it.each([
    [
      { poolCode: 'NO_REFERRAL_BALANCE', message: 'No balance to transfer.', status: 422 },
      'No balance to transfer.',
    ],
    [
      { poolCode: 'REFERRAL_BALANCE_EXCEEDED', message: 'You can transfer at most 1 USDT now.', status: 422 },
      'You can transfer at most 1 USDT now.',
    ],
    [
      { poolCode: 'INVESTMENT_BELOW_MINIMUM', message: 'The minimum investment is 50 USDT.', status: 422 },
      'The minimum investment is 50 USDT.',
    ],
    [
      undefined,
      'No answer arrived. The transfer may have been made: check your history. Sending it again from here does not repeat it.',
    ],
  ])('stays open after %j', async (failure, text) => {
    open();
    mockServer.use(fails('referrals', 'transferReferral', failure));
    fireEvent.click(screen.getByRole('button', { name: 'All' }));
    await transfer();
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', text);
    mockServer.use(answers('referrals', 'transferReferral', { message: 'Transfer successful!' }));
    await transfer();
    expect(await screen.findByText('Transfer Successful!')).toBeDefined();
  });
});
