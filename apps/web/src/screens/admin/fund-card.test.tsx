// Goal: an admin sees what a transfer to the reserve changes before it is sent, with a code, and loses nothing that was typed.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pressMoneyButton } from '../../testing/press.ts';
import { answers, fails, mockServer, records, renderWithServer } from '../../testing/render-with-server.tsx';
import { figures, twoFactor } from '../../testing/samples.ts';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { FundCard } from './FundCard.tsx';

withMockServer();

const REFUSED = { message: 'This code is wrong.', poolCode: 'TWO_FACTOR_INVALID', status: 401 };
const invested = figures.currencies.map((one) => ({
  ...one,
  reserves: one.reserves.map((reserve) => ({ ...reserve, principal: 100_000_000n, runwayTenthDays: 20 })),
}));

async function review(currencies = invested): Promise<void> {
  mockServer.use(answers('users', 'getTwoFactor', twoFactor));
  renderWithServer(<FundCard figures={{ ...figures, currencies }} versions={[1]} />);
  fireEvent.change(screen.getByLabelText('Amount in USDT'), { target: { value: '10' } });
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  await screen.findByText(/^10.0000 USDT moves from your own funds/);
  await screen.findByLabelText('Code of your app, or a recovery code');
}

async function enter(code: string): Promise<void> {
  fireEvent.change(screen.getByLabelText('Code of your app, or a recovery code'), {
    target: { value: code },
  });
  await pressMoneyButton(/^Move .* to the reserve$/);
}

describe('funding the reserve', () => {
  it('shows reserve, runway and own funds before and after, and sends nothing yet', async () => {
    const { handler, inputs } = records('reserve', 'fundReserve', {});
    mockServer.use(handler);
    await review();
    expect(screen.getByText('4.0000 USDT → 14.0000 USDT')).toBeDefined();
    expect(screen.getByText('2 days → 7 days')).toBeDefined();
    expect(screen.getByText('573.8820 USDT → 563.8820 USDT')).toBeDefined();
    expect(inputs).toEqual([]);
  });

  it('counts no own funds that no coins stand behind', async () => {
    await review(invested.map((one) => ({ ...one, uncoveredReceivable: 100_000_000n, missing: 3_000_000n })));
    expect(screen.getByText('470.8820 USDT → 460.8820 USDT')).toBeDefined();
  });

  it('says before how much of the own funds that is', () => {
    const currencies = invested.map((one) => ({
      ...one,
      uncoveredReceivable: 100_000_000n,
      missing: 3_000_000n,
    }));
    renderWithServer(<FundCard figures={{ ...figures, currencies }} versions={[1]} />);
    expect(screen.getByText('Available: 470.882 USDT')).toBeDefined();
    expect(
      screen.getByText(/^Own funds are 573.882 USDT. Of the coins behind them 103.000 USDT is missing/),
    ).toBeDefined();
  });

  it('offers nothing where more is missing than the own funds are', () => {
    const currencies = invested.map((one) => ({ ...one, missing: 600_000_000n }));
    renderWithServer(<FundCard figures={{ ...figures, currencies }} versions={[1]} />);
    expect(screen.getByText('Available: 0.000 USDT')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'All' }));
    expect(screen.getByLabelText('Amount in USDT')).toHaveProperty('value', '0.000000');
  });

  it('says nothing of the kind where coins stand behind all own funds', () => {
    renderWithServer(<FundCard figures={{ ...figures, currencies: invested }} versions={[1]} />);
    expect(screen.queryByText(/Of the coins behind them/)).toBeNull();
  });

  it('sends what was typed with the code', async () => {
    await review();
    const { handler, inputs } = records('reserve', 'fundReserve', {});
    mockServer.use(handler);
    await enter('123456');
    await waitFor(() => expect(inputs).toMatchObject([{ currency: 'USDT', amount: '10', totp: '123456' }]));
    expect(await screen.findByText('The reserve is funded.')).toBeDefined();
  });

  it('stays at the review when the code is wrong', async () => {
    await review();
    mockServer.use(fails('reserve', 'fundReserve', REFUSED));
    await enter('000000');
    expect(await screen.findByText('This code is wrong.')).toBeDefined();
    expect(screen.getByText(/^10.0000 USDT moves from your own funds/)).toBeDefined();
  });

  it('keeps the amount when it is not confirmed', async () => {
    await review();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByLabelText('Amount in USDT')).toHaveProperty('value', '10.000000');
  });
});
