// Goal: the page of replaced blocks says what the chain had said, what it says now and what to do, and an admin gives a lost payment back only
// after a second press in a dialog that names amount and owner. Method: the page over a mock server.
import { shortenMiddle } from '@glasspool/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startSession } from '../../api/session.ts';
import { GiveBackDialog } from '../../dialogs/give-back.tsx';
import { pressMoneyButton } from '../../testing/press.ts';
import { answers, fails, mockServer, records, renderWithServer } from '../../testing/render-with-server.tsx';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { ReplacedBlocksScreen } from './ReplacedBlocksScreen.tsx';

withMockServer();

const claims = { exp: 4_000_000_000, email: 'admin@example.org', roles: ['admin'] };
const HASH = 'ab'.repeat(32);
const lost = {
  id: 'wdr_01J9Z3V5Q4K7R8S9T0V1W2X3Y4',
  network: 'TRON',
  purpose: 'withdrawal',
  reopenedAt: 1_700_000_000_000,
  former: { state: 'paid', txHash: HASH, blockHeight: 41 },
  now: { state: 'lost', txHash: null, blockHeight: 77 },
  withdrawal: {
    id: 'wdr_01J9Z3V5Q4K7R8S9T0V1W2X3Y4',
    source: 'user',
    currency: 'TRX',
    amount: 20_000_000n,
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    email: 'bob@example.org',
  },
} as const;

const sweep = { ...lost, purpose: 'sweep', withdrawal: null } as const;

describe('the page of replaced blocks', () => {
  it('says why payouts are stopped, what the chain had said, what it says now, and what to do', async () => {
    mockServer.use(
      answers('reopened', 'listHalts', [{ network: 'TRON', reasons: 'TRON replaced blocks above 40.' }]),
      answers('reopened', 'listReopened', {
        data: [
          lost,
          { ...sweep, id: 'swi_1/1', now: { ...lost.now, state: 'open' } },
          { ...sweep, id: 'swi_2/1', now: { ...lost.now, state: 'failed' } },
        ],
        meta: { page: 1, limit: 20, total: 3 },
      }),
    );
    renderWithServer(<ReplacedBlocksScreen />);
    expect(await screen.findByText('TRON replaced blocks above 40.')).toBeDefined();
    expect(await screen.findByText('Withdrawal, TRON')).toBeDefined();
    for (const text of [
      'bob@example.org',
      'Lost',
      'Not decided',
      'Wait: the same bytes are sent again.',
      'Sweep again: its tokens are at the deposit address.',
      lost.id,
      'swi_1/1',
    ])
      expect(screen.getByText(text)).toBeDefined();
    expect(screen.getAllByText('Block 41')).toHaveLength(3);
    expect(screen.getAllByText(shortenMiddle(HASH))).toHaveLength(3);
    expect(screen.getAllByRole('button', { name: 'Copy the transaction hash' })).toHaveLength(3);
  });

  it('asks with amount, owner and transaction before it gives a lost payment back', async () => {
    const { handler, inputs } = records('reopened', 'giveBackWithdrawal', {});
    mockServer.use(
      handler,
      answers('users', 'getTwoFactor', { isEnrolled: false, passkeys: 0, recoveryCodesLeft: 0 }),
      answers('reopened', 'listHalts', []),
      answers('reopened', 'listReopened', { data: [lost], meta: { page: 1, limit: 20, total: 1 } }),
    );
    startSession(`e30.${btoa(JSON.stringify(claims))}.x`);
    renderWithServer(<ReplacedBlocksScreen />);
    fireEvent.click(await screen.findByRole('button', { name: 'Give back' }));
    const dialog = await screen.findByRole('dialog', { name: 'Give back' });
    expect(dialog.textContent).toContain('Gives 20.000 TRX back to bob@example.org');
    expect(dialog.textContent).toContain('This cannot be undone.');
    expect(inputs).toEqual([]);
    await pressMoneyButton('Give back 20.000 TRX');
    await waitFor(() => expect(inputs).toEqual([{ withdrawalId: lost.id }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks for the code of an admin who has one, names own funds, and says why it was refused', async () => {
    const message = 'Another admin has to do this.';
    mockServer.use(
      answers('users', 'getTwoFactor', { isEnrolled: true, passkeys: 0, recoveryCodesLeft: 10 }),
      fails('reopened', 'giveBackWithdrawal', { message, poolCode: 'NOT_SECOND_PERSON', status: 403 }),
    );
    const withdrawal = { ...lost.withdrawal, source: 'operator' } as const;
    renderWithServer(<GiveBackDialog withdrawal={withdrawal} txHash="aa" onClose={() => undefined} />);
    expect(screen.getByText(/back to own funds \(asked for by bob@example.org\)/)).toBeDefined();
    fireEvent.change(await screen.findByLabelText('Code of your app, or a recovery code'), {
      target: { value: '123456' },
    });
    await pressMoneyButton('Give back 20.000 TRX');
    expect((await screen.findByRole('alert')).textContent).toMatch(/second|another/i);
  });
});
