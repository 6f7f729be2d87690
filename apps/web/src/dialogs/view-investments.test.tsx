// Goal: every state of the list of investments: loading, empty, failed, filled. A matured one is not at work any more.
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answers, fails, mockServer, renderWithServer, waits } from '../testing/render-with-server.tsx';
import { figures, investment } from '../testing/samples.ts';
import { withMockServer } from '../testing/server-for-tests.ts';
import { ViewInvestmentsDialog } from './view-investments.tsx';

withMockServer();
beforeEach(() => mockServer.use(answers('transparency', 'getPoolFigures', figures)));

const open = (): void => void renderWithServer(<ViewInvestmentsDialog onClose={() => undefined} />);
const list = (investments: (typeof investment)[]) =>
  answers('investments', 'listInvestments', { investments });

describe('the list of investments', () => {
  it('waits without a word that could be wrong', () => {
    mockServer.use(waits('investments', 'listInvestments').handler);
    open();
    expect(screen.queryByText('No active investments found.')).toBeNull();
  });

  it('says when no investment is active', async () => {
    mockServer.use(list([{ ...investment, status: 'matured' }]));
    open();
    expect(await screen.findByText('No active investments found.')).toBeDefined();
  });

  it('keeps investments whose term is over apart, with what they paid', async () => {
    mockServer.use(
      list([investment, { ...investment, _id: 'inv_2', status: 'matured', rewardsPaid: 5_000_000n }]),
    );
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Past (1)' }));
    expect(screen.getByText('Rewards in all: 5.000 USDT')).toBeDefined();
    expect(screen.queryByText('Locked')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Active (1)' }));
    expect(screen.getByText('Locked')).toBeDefined();
  });

  it('shows amount, rewards, term and lock of an investment', async () => {
    mockServer.use(list([investment]));
    open();
    expect(await screen.findByTitle('100.123456 USDT')).toBeDefined();
    expect(screen.getByText('Paid so far: 24.029 USDT')).toBeDefined();
    expect(screen.getByText('until Dec 8, 2026')).toBeDefined();
    expect(screen.getByText('Locked').closest('button')).toHaveProperty('disabled', true);
    expect(await screen.findByText('12 of 30 days')).toBeDefined();
  });

  it('is loaded on request after it could not be loaded', async () => {
    mockServer.use(fails('investments', 'listInvestments'));
    open();
    await screen.findByText(/Could not load your investments/);
    mockServer.use(list([investment]));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByTitle('100.123456 USDT')).toBeDefined();
  });
});
