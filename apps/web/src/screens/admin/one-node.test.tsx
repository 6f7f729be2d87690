// Goal: a network that waits for a node is shown, with when an admin may let it go on; a press sends the network and the reason once that time has come.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '../../api/session.ts';
import { formatTime } from '../../i18n/format.ts';
import { pressMoneyButton } from '../../testing/press.ts';
import { answers, fails, mockServer, records, renderWithServer } from '../../testing/render-with-server.tsx';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { OneNode } from './OneNode.tsx';

withMockServer();
const claims = { exp: 4_000_000_000, email: 'admin@example.org', roles: ['admin'] };
beforeEach(() => startSession(`e30.${btoa(JSON.stringify(claims))}.x`));

const AT = Date.UTC(2026, 10, 20, 14, 5);
const ALLOW = 'Go on with one node';

describe('a network that waits for a node', () => {
  it('offers nothing before half an hour is over, and says when it will', async () => {
    renderWithServer(<OneNode network="BSC" leaveFrom={AT} now={AT - 1} />);
    expect(await screen.findByText(new RegExp(`from ${formatTime(AT)} on`))).toBeDefined();
    expect(screen.queryByRole('button', { name: ALLOW })).toBeNull();
  });

  it('sends the network and the reason, and says what it means', async () => {
    const { handler, inputs } = records('hotWallet', 'allowOneNode', {});
    mockServer.use(handler);
    renderWithServer(<OneNode network="TRON" leaveFrom={AT} now={AT} />);
    expect(screen.getByText(/what it says is then believed, a lie too/)).toBeDefined();
    fireEvent.change(await screen.findByLabelText('Reason, for the audit log'), {
      target: { value: 'It burned.' },
    });
    await pressMoneyButton(ALLOW);
    await waitFor(() => expect(inputs).toEqual([{ network: 'TRON', reason: 'It burned.' }]));
  });

  it('asks for a code where the admin has one', async () => {
    mockServer.use(
      answers('users', 'getTwoFactor', { isEnrolled: true, passkeys: 0, recoveryCodesLeft: 10 }),
      fails('hotWallet', 'allowOneNode', {
        message: 'A code.',
        poolCode: 'TWO_FACTOR_REQUIRED',
        status: 403,
      }),
    );
    renderWithServer(<OneNode network="BSC" leaveFrom={AT} now={AT} />);
    await screen.findByRole('button', { name: ALLOW });
    await pressMoneyButton(ALLOW);
    expect(await screen.findByText(/lets a single BSC node decide/)).toBeDefined();
  });
});
