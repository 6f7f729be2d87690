// Goal: a reserve that is low or empty is told in words that are true, with the rate that was really paid, and no other reserve is.
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answers, mockServer, renderWithServer } from '../../testing/render-with-server.tsx';
import { figures } from '../../testing/samples.ts';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { ReserveNotices } from './ReserveNotices.tsx';

withMockServer();

type Reserve = (typeof figures)['currencies'][number]['reserves'][number];

async function show(...usdt: Partial<Reserve>[]): Promise<string[]> {
  const currencies = figures.currencies.map((one) => ({
    ...one,
    reserves: one.reserves.flatMap((reserve) =>
      one.currency === 'USDT' ? usdt.map((change) => ({ ...reserve, ...change })) : [reserve],
    ),
  }));
  mockServer.use(answers('transparency', 'getPoolFigures', { ...figures, currencies }));
  renderWithServer(
    <>
      <ReserveNotices />
      <p>loaded</p>
    </>,
  );
  await screen.findByText('loaded');
  await new Promise((resolve) => setTimeout(resolve, 50));
  return [...screen.queryAllByRole('alert'), ...screen.queryAllByRole('status')].map(
    (one) => one.textContent,
  );
}

describe('the notice of a reserve', () => {
  it('is absent while every reserve lasts three days or has nothing to reward', async () => {
    expect(await show({ runwayTenthDays: 30 })).toEqual([]);
  });

  it('says that rewards have stopped, and what was paid last', async () => {
    const lastRun = { runAt: Date.UTC(2026, 10, 19, 12), effectiveRatePpb: 3_170_000 };
    expect(await show({ runwayTenthDays: 0, lastRun })).toEqual([
      'The USDT reward reserve is empty: rewards have stopped.The target is 2 % a day. Last paid: 0.317 % on Nov 19, 2026. Rewards are paid from the reserve alone, which only the operator can add to. Principal is not affected.',
    ]);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('speaks of the reserve that runs out first', async () => {
    const [text] = await show({ runwayTenthDays: 900 }, { termsVersion: 2, runwayTenthDays: 23 });
    expect(text).toContain('The USDT reward reserve is low: it lasts 2.3 more days.');
    expect(screen.queryAllByRole('alert')).toEqual([]);
  });
});
