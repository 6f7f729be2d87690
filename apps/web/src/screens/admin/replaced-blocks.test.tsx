// Goal: the page of replaced blocks says what the chain had said, what it says now and what to do, and only an admin gives a lost payment back,
// once. Method: the page over a mock server.
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pressMoneyButton } from '../../testing/press.ts';
import { answers, fails, mockServer, records, renderWithServer } from '../../testing/render-with-server.tsx';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { GiveBack } from './GiveBack.tsx';
import { ReplacedBlocksScreen } from './ReplacedBlocksScreen.tsx';

withMockServer();

const lost = {
  id: 'wdr_01J9Z3V5Q4K7R8S9T0V1W2X3Y4',
  network: 'TRON',
  purpose: 'withdrawal',
  reopenedAt: 1_700_000_000_000,
  former: { state: 'paid', txHash: 'aa', blockHeight: 41 },
  now: { state: 'lost', txHash: null, blockHeight: 77 },
  withdrawal: {
    id: 'wdr_01J9Z3V5Q4K7R8S9T0V1W2X3Y4',
    currency: 'TRX',
    amount: 20_000_000n,
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    email: 'bob@example.org',
  },
} as const;

describe('the page of replaced blocks', () => {
  it('says why payouts are stopped, what the chain had said, what it says now, and what to do', async () => {
    mockServer.use(
      answers('reopened', 'listHalts', [{ network: 'TRON', reasons: 'TRON replaced blocks above 40.' }]),
      answers('reopened', 'listReopened', {
        data: [
          lost,
          { ...lost, id: 'swi_1/1', purpose: 'sweep', withdrawal: null, now: { ...lost.now, state: 'open' } },
        ],
        meta: { page: 1, limit: 20, total: 2 },
      }),
    );
    renderWithServer(<ReplacedBlocksScreen />);
    expect(await screen.findByText('TRON replaced blocks above 40.')).toBeDefined();
    expect(await screen.findByText('Withdrawal, TRON')).toBeDefined();
    for (const text of ['bob@example.org', 'Lost', 'Not decided', 'Wait: the same bytes are sent again.'])
      expect(screen.getByText(text)).toBeDefined();
    expect(screen.getAllByText('Block 41')).toHaveLength(2);
  });

  it('gives a lost payment back at the press of its button, and says why it was refused', async () => {
    const { handler, inputs } = records('reopened', 'giveBackWithdrawal', {});
    mockServer.use(handler);
    const { unmount } = renderWithServer(<GiveBack row={lost} />);
    await pressMoneyButton('Give back');
    await waitFor(() => expect(inputs).toEqual([{ withdrawalId: lost.id }]));
    unmount();
    const message = 'Another admin has to do this.';
    mockServer.use(
      fails('reopened', 'giveBackWithdrawal', { message, poolCode: 'NOT_SECOND_PERSON', status: 403 }),
    );
    renderWithServer(<GiveBack row={lost} />);
    await pressMoneyButton('Give back');
    expect(await screen.findByText(/second|another|admin/i)).toBeDefined();
  });
});
