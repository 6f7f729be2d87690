// Goal: a visitor reads on the page Transparency that nodes disagree, or that one of them decides alone, before any figure.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, mockServer, renderWithServer } from '../../testing/render-with-server.tsx';
import { AGREED, figures } from '../../testing/samples.ts';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { NodeNotices } from './NodeNotices.tsx';

withMockServer();
const AT = Date.UTC(2026, 10, 20, 14, 5);

function showWith(chain: Partial<(typeof figures)['chains'][number]>): void {
  const bsc = { ...AGREED, network: 'BSC', state: 'ok', since: null, finalityStalledSince: null } as const;
  mockServer.use(answers('transparency', 'getPoolFigures', { ...figures, chains: [{ ...bsc, ...chain }] }));
  renderWithServer(<NodeNotices />);
}

it.each([
  [{ nodesDifferSince: AT }, /BSC nodes contradict/],
  [{ oneNodeUntil: AT }, /One BSC node decides alone/],
])('tells a visitor of %o', async (chain, text) => {
  showWith(chain);
  expect(await screen.findByText(text)).toBeDefined();
});
