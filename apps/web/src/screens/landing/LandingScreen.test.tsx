// Goal: the start page tells its states apart: loading, failed, new, busy, and in trouble, with the bad news first.
// Method: the answer of the overview as REST writes it, changed one thing at a time.
import { fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mockServer, renderWithServer } from '../../testing/render-with-server.tsx';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { LandingScreen } from './LandingScreen.tsx';
import type { Overview } from './overview.ts';

withMockServer();
// jsdom draws nothing, so that nothing comes near the screen.
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const NOW = Date.UTC(2026, 10, 24, 12);
const HOUR_MS = 3_600_000;
const PATH = '*/api/transparency/overview';

const figures = (
  currency: 'USDT' | 'TRX',
  held: string,
  owedToUsers: string,
): Overview['currencies'][number] => ({
  currency,
  held,
  owedToUsers,
  rewardReserve: '0.000000',
  shortestReserve: null,
});
const fresh: Overview = {
  network: 'testnet',
  announcement: '',
  sourceUrl: null,
  currencies: [figures('USDT', '0.000000', '0.000000'), figures('TRX', '0.000000', '0.000000')],
  terms: { version: 1, targetRatePpm: 20_000, termDays: 30 },
  snapshot: null,
  snapshots: 0,
  runs: [],
  rateHistory: [],
  transactions: [],
  payoutsStoppedOn: [],
  now: NOW,
};
const busy: Overview = {
  ...fresh,
  sourceUrl: 'https://source.example/pool',
  currencies: [figures('USDT', '20095.946912', '14605.931000'), figures('TRX', '5.000000', '4.000000')],
  snapshot: { number: 214, cutOffAt: NOW - 3 * HOUR_MS, isAnchored: true, verifiedBy: 41 },
  snapshots: 215,
  runs: [
    {
      runAt: NOW - HOUR_MS,
      currency: 'USDT',
      investments: 2,
      paid: '3.000000',
      targetRatePpb: 20_000_000,
      effectiveRatePpb: 3_170_000,
    },
  ],
  rateHistory: [
    {
      currency: 'USDT',
      runAt: NOW - HOUR_MS,
      runs: 1,
      targetRatePpb: 20_000_000,
      effectiveRatePpb: 3_170_000,
      reserve: '12.500000',
    },
  ],
  transactions: [
    {
      _id: 'wdr_1',
      type: 'withdrawal',
      amount: '100.123456',
      currency: 'USDT',
      txHash: `0x${'ab'.repeat(32)}`,
      to: '0x5aAeb605…E7Ef1BeAed',
      timestamp: NOW - 2 * 60_000,
      status: 'success',
    },
  ],
};

function show(overview: Overview): void {
  mockServer.use(http.get(PATH, () => HttpResponse.json({ status: true, ...overview })));
  renderWithServer(<LandingScreen />);
}

describe('the start page', () => {
  it('says when its figures could not be loaded, and tries again', async () => {
    mockServer.use(
      http.get(PATH, () => HttpResponse.json({ status: false, message: 'No.' }, { status: 500 })),
    );
    renderWithServer(<LandingScreen />);
    expect(await screen.findAllByText('Could not load the figures.')).toHaveLength(1);
    mockServer.use(http.get(PATH, () => HttpResponse.json({ status: true, ...busy })));
    fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] ?? document.body);
    expect(await screen.findByTitle('20095.946912 USDT')).toBeDefined();
  });

  it('says what to do first instead of zeros while the pool is new', async () => {
    show(fresh);
    expect(
      await screen.findByText('This pool is new: it has no assets and no liabilities yet.'),
    ).toBeDefined();
    expect(screen.queryByTitle(/USDT/)).toBeNull();
    expect(screen.getByText('No proof yet: the first one is taken within a day')).toBeDefined();
    expect(screen.getByText('No reward has been paid yet.')).toBeDefined();
    expect(screen.getByText('No transactions found')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows of a busy pool its assets, liabilities and proof, paid beside promised rates, and what moved', async () => {
    show(busy);
    expect(await screen.findByTitle('20095.946912 USDT')).toHaveProperty('textContent', '20,095.946');
    expect(
      screen.getByRole('img', {
        name: 'USDT: the pool has assets of 20,095.946 and liabilities of 14,605.931.',
      }),
    ).toBeDefined();
    expect(screen.getByText('Proof No. 214, 3 hours ago')).toBeDefined();
    expect(screen.getByText('41 people found their balance right')).toBeDefined();
    expect(screen.getByText(/^Paid: 0\.317 % on/)).toBeDefined();
    expect(screen.getByText('Promised: 2 %')).toBeDefined();
    const row = within(screen.getByRole('table', { name: 'Latest deposits and withdrawals' }));
    expect(row.getByTitle('100.123456 USDT')).toHaveProperty('textContent', '−100.123 USDT');
    expect(row.getByText('0xabababab…ababababab')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Source code' }).getAttribute('href')).toBe(
      'https://source.example/pool',
    );
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(screen.getAllByRole('button', { name: 'TRX' })[0] ?? document.body);
    expect(await screen.findByTitle('5.000000 TRX')).toBeDefined();
  });

  it.each<[string, Partial<Overview>, RegExp]>([
    [
      'a shortfall',
      { currencies: [figures('USDT', '90.000000', '100.000001'), figures('TRX', '0.000000', '0.000000')] },
      /holds 10\.000 USDT less than it owes/,
    ],
    ['stopped payouts', { payoutsStoppedOn: ['BSC', 'TRON'] }, /Payouts on BSC and TRON are stopped/],
    [
      'an empty reserve',
      {
        currencies: [
          {
            ...figures('USDT', '1.000000', '1.000000'),
            shortestReserve: { targetRatePpm: 20_000, runwayTenthDays: 0, lastRun: null },
          },
        ],
      },
      /USDT reward reserve is empty: rewards have stopped/,
    ],
    [
      'a proof that is late',
      { snapshot: { number: 1, cutOffAt: NOW - 48 * HOUR_MS, isAnchored: true, verifiedBy: 0 } },
      /newest proof is 48 hours old/,
    ],
    ['an announcement', { announcement: 'Closed on Sunday.' }, /Closed on Sunday/],
  ])('tells %s before anything else', async (_what, change, text) => {
    show({ ...busy, ...change });
    const news = await screen.findByText(text);
    const title = screen.getByRole('heading', { level: 1 });
    expect(news.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  });
});
