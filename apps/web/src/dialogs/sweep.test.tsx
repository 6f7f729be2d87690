// Goal: a sweep shows its cost before it begins, its progress while it runs, and why it cannot begin.
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '../api/session.ts';
import type { SweepView } from '../api/trpc.ts';
import { pressMoneyButton } from '../testing/press.ts';
import { answers, fails, mockServer, renderWithServer } from '../testing/render-with-server.tsx';
import { withMockServer } from '../testing/server-for-tests.ts';
import { SweepDialog } from './sweep.tsx';

withMockServer();

const sweep: SweepView = {
  id: 'swp_01J00000000000000000000000',
  state: 'running',
  createdAt: 0,
  finishedAt: null,
  requestedBy: 'admin@example.org',
  progress: [{ currency: 'USDT', addresses: 40, decided: 12, swept: 3_250_000_000n }],
};
const plan = (addresses: number) =>
  answers('sweeps', 'planSweep', [
    { currency: 'USDT', addresses, amount: 5_000_000n, feeCurrency: 'BNB', feeMax: 73n },
    { currency: 'TRX', addresses: 0, amount: 0n, feeCurrency: 'TRX', feeMax: 0n },
  ]);
const newest = (one: SweepView | null) => answers('sweeps', 'findNewestSweep', { sweep: one });

function token(role: string): string {
  const claims = { exp: 4_000_000_000, email: 'a@b.co', roles: [role] };
  return `x.${btoa(JSON.stringify(claims))}.x`;
}

beforeEach(() => void startSession(token('admin')));

function open(): void {
  renderWithServer(<SweepDialog onClose={() => undefined} />);
}

describe('the sweep', () => {
  it('shows addresses, amount and cost before it begins', async () => {
    mockServer.use(newest(null), plan(3));
    open();
    expect(await screen.findByText('at most 0.000073 BNB')).toBeDefined();
    expect(screen.getByText('5.0000 USDT')).toBeDefined();
    expect(screen.getByText(/Liabilities do not change/)).toBeDefined();
  });

  it('offers no start with nothing to move', async () => {
    mockServer.use(newest(null), plan(0));
    open();
    expect(await screen.findByText(/No address holds enough/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Start' })).toHaveProperty('disabled', true);
  });

  it('offers no start to an auditor', async () => {
    startSession(token('auditor'));
    mockServer.use(newest(null), plan(3));
    open();
    await screen.findByText('5.0000 USDT');
    expect(screen.getByRole('button', { name: 'Start' })).toHaveProperty('disabled', true);
  });

  it('shows how far the running one is', async () => {
    mockServer.use(newest(sweep));
    open();
    expect(await screen.findByText('12 of 40 addresses')).toBeDefined();
    expect(screen.getByText('3,250.0000 USDT')).toBeDefined();
    expect(screen.getByRole('progressbar', { name: 'USDT' })).toHaveProperty('value', 12);
  });

  it('says why it was refused', async () => {
    const message = 'Withdrawals are paused while the pool checks its books.';
    mockServer.use(
      newest(null),
      plan(3),
      fails('sweeps', 'startSweep', { message, poolCode: 'PAYOUTS_PAUSED', status: 409 }),
    );
    open();
    await screen.findByText('5.0000 USDT');
    await pressMoneyButton('Start');
    expect(await screen.findByText(message)).toBeDefined();
  });
});
