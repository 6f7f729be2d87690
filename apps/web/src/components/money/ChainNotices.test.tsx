// Goal: a chain whose node is behind or silent is named with the time, and the other is left in peace.
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatTime } from '../../i18n/format.ts';
import { answers, mockServer, renderWithServer } from '../../testing/render-with-server.tsx';
import { AGREED, figures } from '../../testing/samples.ts';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { ChainNotices } from './ChainNotices.tsx';

withMockServer();
const SINCE = Date.UTC(2026, 10, 20, 14, 5);

function showWith(states: (typeof figures)['chains']): void {
  mockServer.use(answers('transparency', 'getPoolFigures', { ...figures, chains: states }));
  renderWithServer(<ChainNotices />);
}

describe('the state of the chains', () => {
  it('is told of the node that is behind, with the time, and of no other', async () => {
    showWith([
      { ...AGREED, network: 'BSC', state: 'ok', since: null, finalityStalledSince: null },
      { ...AGREED, network: 'TRON', state: 'slow', since: SINCE, finalityStalledSince: null },
    ]);
    const notices = await screen.findAllByRole('status');
    expect(notices).toHaveLength(1);
    expect(notices[0]?.textContent).toContain(`The TRON node is behind since ${formatTime(SINCE)}.`);
  });

  it('is told of the node that does not answer', async () => {
    showWith([
      { ...AGREED, network: 'BSC', state: 'down', since: SINCE, finalityStalledSince: null },
      { ...AGREED, network: 'TRON', state: 'ok', since: null, finalityStalledSince: null },
    ]);
    const notice = await screen.findByRole('status');
    expect(notice.textContent).toContain(`No answer from the BSC node since ${formatTime(SINCE)}.`);
    expect(notice.textContent).toContain('Nothing is lost.');
  });

  it('is told while the chain calls no block final', async () => {
    showWith([{ ...AGREED, network: 'BSC', state: 'ok', since: null, finalityStalledSince: SINCE }]);
    const notice = await screen.findByRole('status');
    expect(notice.textContent).toContain(`BSC has finalized no new block since ${formatTime(SINCE)}.`);
  });

  it('is told while its nodes differ, and while one of them decides alone', async () => {
    showWith([
      {
        network: 'BSC',
        state: 'ok',
        since: null,
        finalityStalledSince: null,
        nodesDifferSince: SINCE,
        oneNodeUntil: null,
      },
      {
        network: 'TRON',
        state: 'ok',
        since: null,
        finalityStalledSince: null,
        nodesDifferSince: null,
        oneNodeUntil: SINCE,
      },
    ]);
    const [differ, alone] = await screen.findAllByRole('status');
    expect(differ?.textContent).toContain(`The BSC nodes contradict each other since ${formatTime(SINCE)}.`);
    expect(alone?.textContent).toContain('One TRON node decides alone until');
  });

  it('is told, with what it means, while payouts are stopped', async () => {
    mockServer.use(
      answers('transparency', 'getPoolFigures', {
        ...figures,
        payoutsStopped: true,
        payoutsStoppedOn: ['BSC'],
      }),
    );
    renderWithServer(<ChainNotices />);
    const notice = await screen.findByRole('status');
    expect(notice.textContent).toContain('Payouts on BSC are stopped');
    expect(notice.textContent).toContain('Withdrawals there wait.');
  });
});
