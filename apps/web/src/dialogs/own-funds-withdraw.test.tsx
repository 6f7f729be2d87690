// Goal: an operator sees what is left before taking anything, each refusal at its field, and a repeated request is the same request.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HotWalletView } from '../api/trpc.ts';
import { pressMoneyButton } from '../testing/press.ts';
import {
  answers,
  fails,
  loses,
  mockServer,
  records,
  renderWithServer,
  waits,
} from '../testing/render-with-server.tsx';
import { BSC_ADDRESS, figures, twoFactor } from '../testing/samples.ts';
import { withMockServer } from '../testing/server-for-tests.ts';
import { OwnFundsWithdrawDialog } from './own-funds-withdraw.tsx';

withMockServer();

const hotWallet: HotWalletView = {
  addresses: [],
  balances: [
    { currency: 'USDT', onChain: 1_000_000_000n, backedOwnFunds: 10_000_000n },
    { currency: 'TRX', onChain: null, backedOwnFunds: 0n },
  ],
  withoutNodes: [],
  frozen: null,
};

beforeEach(() => {
  const currencies = figures.currencies.map((one) => ({
    ...one,
    custody: 1_000_000_000n,
    owedToUsers: 986_000_000n,
    ownFunds: 10_000_000n,
    ownFundsAvailable: 10_000_000n,
  }));
  mockServer.use(
    answers('transparency', 'getPoolFigures', { ...figures, currencies }),
    answers('users', 'getTwoFactor', twoFactor),
  );
});

function open(): void {
  renderWithServer(
    <OwnFundsWithdrawDialog currency="USDT" hotWallet={hotWallet} onClose={() => undefined} />,
  );
}

async function review(amount: string, address = BSC_ADDRESS): Promise<void> {
  fireEvent.change(screen.getByLabelText('Destination address'), { target: { value: address } });
  fireEvent.change(screen.getByLabelText('Amount in USDT'), { target: { value: amount } });
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  await screen.findByLabelText('Code of your app, or a recovery code');
}

async function submit(code = '123456'): Promise<void> {
  fireEvent.change(screen.getByLabelText('Code of your app, or a recovery code'), {
    target: { value: code },
  });
  await pressMoneyButton(/^Send /);
}

async function send(amount: string): Promise<void> {
  await review(amount);
  await submit();
}

describe('the hot wallet withdrawal', () => {
  it('offers nothing where users owe more than the own funds are', () => {
    const balances = [{ currency: 'USDT' as const, onChain: 0n, backedOwnFunds: -60_000_000n }];
    renderWithServer(
      <OwnFundsWithdrawDialog
        currency="USDT"
        hotWallet={{ ...hotWallet, balances }}
        onClose={() => undefined}
      />,
    );
    expect(screen.getByText(/Available.*: 0\.0000 USDT/)).toBeDefined();
  });

  it('shows what is held and left over after it', async () => {
    open();
    fireEvent.change(await screen.findByLabelText('Amount in USDT'), { target: { value: '4' } });
    expect(await screen.findByText('1,000.0000 USDT → 996.0000 USDT')).toBeDefined();
    expect(screen.getByText('990.0000 USDT')).toBeDefined();
    expect(screen.getByText('10.0000 USDT → 6.0000 USDT')).toBeDefined();
  });

  it('shows the address in full and the position after it once more, before anything is sent', async () => {
    const { handler, inputs } = records('hotWallet', 'withdrawOwnFunds', {
      id: 'wdr_1',
      state: 'approved',
    });
    mockServer.use(handler);
    open();
    await review('4');
    expect(screen.getByTestId('address').textContent).toBe(BSC_ADDRESS);
    expect(await screen.findByText('10.0000 USDT → 6.0000 USDT')).toBeDefined();
    expect(inputs).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText('Amount in USDT')).toHaveProperty('value', '4.000000');
  });

  it('asks for both fields in one sentence', async () => {
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Review' }));
    expect(await screen.findAllByText('Please fill in all fields.')).toHaveLength(2);
  });

  it('fills in all own funds that are available', () => {
    open();
    fireEvent.click(screen.getByRole('button', { name: 'All' }));
    expect(screen.getByLabelText('Amount in USDT')).toHaveProperty('value', '10.000000');
  });

  it('sends one request for presses in one moment', async () => {
    const { handler, countCalls } = waits('hotWallet', 'withdrawOwnFunds');
    mockServer.use(handler);
    open();
    await send('4');
    await pressMoneyButton(/^Send /);
    await waitFor(() => expect(countCalls()).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(countCalls()).toBe(1);
  });

  it('repeats a request under the same key after a lost answer', async () => {
    const lost = loses('hotWallet', 'withdrawOwnFunds');
    mockServer.use(lost.handler);
    open();
    await send('4');
    await screen.findByText(/^No answer arrived\. The withdrawal may have been made/);
    const { handler, inputs, keys } = records('hotWallet', 'withdrawOwnFunds', {
      id: 'wdr_1',
      state: 'approved',
    });
    mockServer.use(handler);
    await pressMoneyButton(/^Send /);
    expect(await screen.findByText('The withdrawal is on its way.')).toBeDefined();
    expect(inputs).toMatchObject([{ amount: '4', currency: 'USDT' }]);
    expect(keys).toEqual(lost.keys);
  });

  it.each([
    ['RESERVES_TOO_SMALL', 'The pool holds 1000 and owes 990.'],
    ['OPERATOR_DAILY_CAP', 'At most 4 USDT more may leave the hot wallet today.'],
    ['ADDRESS_WRONG_NETWORK', 'This is a TRON address; USDT is withdrawn on BSC.'],
    ['FORBIDDEN', "You don't have permission to do this."],
  ])('says why it was refused: %s', async (poolCode, message) => {
    mockServer.use(fails('hotWallet', 'withdrawOwnFunds', { message, poolCode, status: 422 }));
    open();
    await send('11');
    expect(await screen.findByText(message)).toBeDefined();
  });

  it('sends the code with the request, and says when it was wrong', async () => {
    const message = 'This code is wrong or was already used. Wait for the next one and enter it.';
    mockServer.use(
      fails('hotWallet', 'withdrawOwnFunds', { message, poolCode: 'TWO_FACTOR_INVALID', status: 401 }),
    );
    open();
    await send('4');
    expect(await screen.findByText(message)).toBeDefined();
    const { handler, inputs } = records('hotWallet', 'withdrawOwnFunds', {
      id: 'wdr_1',
      state: 'approved',
    });
    mockServer.use(handler);
    await submit('654321');
    await waitFor(() => expect(inputs).toMatchObject([{ amount: '4', totp: '654321' }]));
  });

  it('says when another admin has to agree', async () => {
    mockServer.use(answers('hotWallet', 'withdrawOwnFunds', { id: 'wdr_1', state: 'reviewing' }));
    open();
    await send('4');
    expect(await screen.findByText(/another admin has to approve it/)).toBeDefined();
  });
});
