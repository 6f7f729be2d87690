// Goal: a failed investment stays on the screen with its reason, in the server's words.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PoolFigures, WalletView } from '../api/trpc.ts';
import { answers, fails, mockServer, renderWithServer } from '../testing/render-with-server.tsx';
import { InvestDialog } from './invest.tsx';

const figures: PoolFigures = {
  network: 'local',
  terms: { version: 1, targetRatePpm: 20_000, termDays: 30, minimums: [], publishedAt: 0 },
  currencies: [
    {
      currency: 'USDT',
      held: 0n,
      owed: 0n,
      invested: 0n,
      reserve: 4_000_000n,
      surplus: 0n,
      inTransit: 0n,
      runwayTenthDays: null,
    },
  ],
  now: Date.UTC(2026, 10, 20),
};
const wallet: WalletView = {
  network: 'BSC',
  currency: 'USDT',
  address: '0x',
  wallet: 100_000_000n,
  invested: 0n,
  withdrawable: 0n,
  withdrawing: 0n,
  referral: 0n,
  confirming: 0n,
};

beforeAll(() => mockServer.listen());
afterEach(() => {
  cleanup();
  mockServer.resetHandlers();
});
afterAll(() => mockServer.close());

function open(): void {
  mockServer.use(answers('transparency', 'getPoolFigures', figures));
  renderWithServer(<InvestDialog wallets={[wallet]} currency="USDT" onClose={() => undefined} />);
}

describe('the invest dialog', () => {
  it('shows what is agreed to: amount, target, source and its runway, term', async () => {
    open();
    expect(await screen.findByText('30 days')).toBeDefined();
    expect(screen.getByTitle('100.000000 USDT')).toBeDefined();
    expect(screen.getByTitle('2.000000 USDT')).toBeDefined();
    expect(screen.getByText("2 days at today's principal, yours included")).toBeDefined();
  });

  it.each([
    [
      { message: 'You have no USDT to invest.', poolCode: 'NOTHING_TO_INVEST', status: 422 },
      'You have no USDT to invest.',
    ],
    [undefined, 'Investment failed. Please try again.'],
  ])('stays open after a failure %j', async (failure, text) => {
    open();
    await screen.findByText('30 days');
    mockServer.use(fails('investments', 'invest', failure));
    fireEvent.click(screen.getByRole('button', { name: 'Proceed' }));
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', text);
    expect(screen.getByRole('button', { name: 'Proceed' })).toBeDefined();
  });
});
