// Goal: the balance sheet says which part of the receivables is a loss of the operator, and has no such row otherwise.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, mockServer, renderWithServer } from '../../testing/render-with-server.tsx';
import { figures } from '../../testing/samples.ts';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { Balances } from './Balances.tsx';

withMockServer();

const LABEL = 'of these uncovered: the operator’s loss';

it.each([
  [0n, 0],
  [900_000_000n, figures.currencies.length],
])('shows %i micro-units of uncovered receivables in %i rows', async (uncoveredReceivable, rows) => {
  const currencies = figures.currencies.map((one) => ({
    ...one,
    userReceivable: 1_000_000_000n,
    uncoveredReceivable,
  }));
  mockServer.use(answers('transparency', 'getPoolFigures', { ...figures, currencies }));
  renderWithServer(<Balances />);
  expect(await screen.findAllByText('Receivables after reversed deposits')).toHaveLength(
    figures.currencies.length,
  );
  const found = screen.queryAllByText(LABEL).map((label) => label.parentElement?.textContent);
  expect(found).toHaveLength(rows);
  for (const row of found) expect(row).toContain('900.000');
});
